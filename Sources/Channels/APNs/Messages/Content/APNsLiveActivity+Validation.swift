extension APNsLiveActivity {
    /// - Parameter alert: The message's alert.
    func check(alert: APNsAlert?) throws(APNsMessageError) {
        func require(_ isRight: Bool, _ key: String, _ problem: String) throws(APNsMessageError) {
            if !isRight { throw APNsMessageError("aps.\(key)", problem) }
        }
        switch event {
        case .start:
            try require(contentState != nil, "content-state", "is missing; an activity starts with a state")
            try require(attributesType?.isEmpty == false, "attributes-type", "is missing; a start names it")
            try require(attributes != nil, "attributes", "is missing; a start gives them")
            let hasTitle = alert?.title != nil || alert?.localizedTitle != nil
            let hasBody = alert?.body != nil || alert?.localizedBody != nil
            try require(hasTitle && hasBody, "alert", "has no title or no body; a start tells the user")
            try require(
                !requestsPushToken || inputPushChannel == nil,
                "input-push-channel",
                "is there with input-push-token; an activity is updated by one of them"
            )
        case .update, .end:
            try require(contentState != nil || event == .end, "content-state", "is missing; an update has a state")
            try require(attributesType == nil, "attributes-type", "is there without a start")
            try require(attributes == nil, "attributes", "is there without a start")
            try require(!requestsPushToken, "input-push-token", "is there without a start")
            try require(inputPushChannel == nil, "input-push-channel", "is there without a start")
        default: break
        }
    }
}
