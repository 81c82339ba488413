// TophhieCloudAuthenticationTests
