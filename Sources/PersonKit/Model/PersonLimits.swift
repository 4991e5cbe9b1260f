/// How large values may be.
enum PersonLimits {
    /// Years; the upper bound is that of Integer 16.
    static let age = 0...32_767
    /// UTF-8 bytes of a note.
    static let note = 1 << 20
    /// Bytes of a photo.
    static let photo = 16 << 20
    /// UTF-8 bytes of any other text.
    static let text = 16_384
    /// UTF-8 bytes of a name, an identity or a part of a name.
    static let name = 4_000
}
