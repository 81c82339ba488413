// DevTenant
