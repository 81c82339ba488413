// DevTenantTests
