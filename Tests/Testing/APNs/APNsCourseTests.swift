import FanfareCore
import Testing

@testable import FanfareTesting

@Suite struct APNsCourseTests {
    private typealias Move = PushServerCourse<APNsRequest>.Move

    private func request(_ number: Int) -> APNsRequest {
        APNsRequest(order: number, orderOnConnection: number, fields: [], body: [])
    }

    @Test func `an empty course leaves requests to the rules`() {
        var course = PushServerCourse<APNsRequest>([])
        #expect(course.isOver)
        #expect(course.advance() == [])
        #expect(course.take(request(1)) == [.apply(request(1))])
    }

    @Test func `steps wait for the requests they expect`() {
        var course = PushServerCourse<APNsRequest>([.expect(2), .serve, .close])
        #expect(course.advance() == [])
        #expect(course.take(request(1)) == [])
        #expect(!course.isOver)
        #expect(course.take(request(2)) == [.step(.serve, [request(1), request(2)]), .step(.close, [])])
        #expect(course.isOver)
    }

    @Test func `an answer for some requests leaves the others at hand`() {
        var course = PushServerCourse<APNsRequest>([.expect(3), .answer(.accepted, to: [1, 3]), .answer(.badTopic)])
        for number in 1...2 { #expect(course.take(request(number)) == []) }
        #expect(
            course.take(request(3)) == [
                .step(.answer(.accepted, to: [1, 3]), [request(1), request(3)]),
                .step(.answer(.badTopic), [request(2)]),
            ]
        )
    }

    @Test func `an ignored request is never at hand again`() {
        var course = PushServerCourse<APNsRequest>([.expect(2), .ignore([1]), .serve])
        _ = course.take(request(1))
        #expect(course.take(request(2)) == [.step(.serve, [request(2)])])
        #expect(course.take(request(3)) == [.apply(request(3))])
    }

    @Test func `nothing happens in a pause, and what arrived in it is not lost`() {
        var course = PushServerCourse<APNsRequest>([.wait(.seconds(1)), .expect(1), .reset(.cancel)])
        #expect(course.advance() == [.pause(.seconds(1))])
        #expect(course.take(request(1)) == [])
        #expect(course.resume() == [.step(.reset(.cancel), [request(1)])])
    }

    @Test func `a number of requests is served as they come`() {
        var course = PushServerCourse<APNsRequest>([.serveNext(2), .drop])
        #expect(course.take(request(1)) == [.apply(request(1))])
        #expect(course.take(request(2)) == [.apply(request(2)), .step(.drop, [])])
        var late = PushServerCourse<APNsRequest>([.wait(.zero), .serveNext(1)])
        _ = late.advance()
        _ = late.take(request(1))
        _ = late.take(request(2))
        #expect(late.resume() == [.apply(request(1)), .apply(request(2))])
    }

    @Test func `a pause at the end delays what comes after the course too`() {
        var course = PushServerCourse<APNsRequest>([.wait(.seconds(1))])
        _ = course.advance()
        #expect(course.take(request(1)) == [])
        #expect(course.resume() == [.apply(request(1))])
    }
}
