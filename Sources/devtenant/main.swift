print("devtenant")
