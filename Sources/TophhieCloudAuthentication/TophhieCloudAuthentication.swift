// TophhieCloudAuthentication
