// ScreensTests
