// VestibuleTests
