// AuthFlowTests
