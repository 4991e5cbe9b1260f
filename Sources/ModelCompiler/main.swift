print("model-compiler")
