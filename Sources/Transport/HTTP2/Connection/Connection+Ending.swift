internal import FanfareCore

extension Connection {
    /// The caller gets a failure, and the stream is broken off.
    func giveUp(_ exchange: Exchange, as error: any Error) {
        exchange.settle(.failure(error))
        session.reset(exchange.stream)
    }

    /// The connection is of no use any more. Its requests get what is certain about them, or go elsewhere.
    func end(_ failure: HTTP2Failure) {
        guard !isClosed else { return }
        isClosed = true
        stream.shutdown()
        members.remove(self)
        let code = failure.code ?? .connectionLost
        var returning: [Exchange] = []
        for exchange in session.exchanges.all where !exchange.isSettled {
            let end = ExchangeEnd(
                lostBecause: code,
                isWritten: exchange.isWritten,
                hasStatus: exchange.status != nil,
                returns: exchange.returns
            )
            conclude(exchange, end, detail: failure.reason.detail, &returning)
        }
        session.forgetAll()
        pool.comeBack(returning)
        pool.ended(self, failure)
    }

    /// Does what was judged about a request whose stream or connection is over.
    func conclude(_ exchange: Exchange, _ end: ExchangeEnd, detail: String?, _ returning: inout [Exchange]) {
        switch end {
        case .answer:
            exchange.answer(over: id)
            pool.counts.answers += 1
        case .again: returning.append(exchange)
        case .fail(let kind, let code): exchange.settle(.failure(HTTP2Failure(kind, code, detail: detail)))
        }
    }
}
