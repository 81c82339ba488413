import Testing

@testable import vestibule

@MainActor @Suite("A demo's folder") struct FolderLockTests {
    @Test("A second demo on the same folder is told so, and may have it once the first is gone")
    func demos() throws {
        let folder = try #require(TemporaryFolder())
        let noted = folder.write("40000\n", to: "port")
        var first: FolderLock? = try FolderLock(folder.path)
        #expect(throws: FolderLock.Failure.inUse) { try FolderLock(folder.path) }
        let refusal = #expect(throws: Failure.self) {
            try DemoTenant(program: "/none/devtenant", keep: folder.path)
        }
        #expect(refusal?.message.contains("in use by another demo") == true)
        #expect(SettingsFile.read(noted) == .bytes(Array("40000\n".utf8)))
        #expect(first != nil)
        first = nil
        _ = try FolderLock(folder.path)
    }

    @Test("A folder that takes no file is no folder of a demo's")
    func unavailable() {
        #expect(throws: FolderLock.Failure.unavailable(2)) { try FolderLock("/none") }
    }
}
