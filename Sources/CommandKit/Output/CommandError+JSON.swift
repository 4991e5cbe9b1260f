extension CommandError {
    /// `{"error":{"code":65,"message":"…","file":"people.csv","line":12}}`, on one line. `file` and `line` are null
    /// where there is none; `hint` is there only when the error has one.
    package var json: String {
        var text = "{\"error\":{\"code\":\(code.rawValue),\"message\":\(message.quotedJSON)"
        text += ",\"file\":\(file.map(\.quotedJSON) ?? "null")"
        text += ",\"line\":\(line.map { String($0) } ?? "null")"
        if let hint { text += ",\"hint\":\(hint.quotedJSON)" }
        return text + "}}"
    }
}
