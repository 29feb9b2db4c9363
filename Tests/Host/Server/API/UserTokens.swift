/// Tokens of the application's users, made with Python's hmac; `ManualClock` stands an hour before their end.
enum UserTokens {
    static let secret = "0123456789abcdef0123456789abcdef"
    /// Of user 42.
    static let ada =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MiIsImV4cCI6MTc2NzIyOTIwMH0.JGsUSirxeGCHFxz5ymD_8ZPsVzc4bb8WIl3fdtTsKto"
    /// Of user 43.
    static let bob =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MyIsImV4cCI6MTc2NzIyOTIwMH0.QIxiz9_ZLS2IUKwLhmhuWoNRqK6A83detnwRATJgg_U"
    /// Of user 42, ended two minutes before the clock's time.
    static let expired =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MiIsImV4cCI6MTc2NzIyNTQ4MH0.fZQbnF2rhTYDG7V1xNU7qZ-QGD9jwZXozyXrwKvI5CA"
    /// Of user 42, signed with another secret.
    static let forged =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MiIsImV4cCI6MTc2NzIyOTIwMH0.wm6wCldo5mpPM4FXXjB7ATPKc0uV41t4hRJib6OfU_E"
    /// Of a user whose id is 256 bytes long.
    static let endless =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhIiwiZXhwIjoxNzY3MjI5MjAwfQ.QDsSwqGYw_XL8brvxUk9OwmRqHlDIVhpnld8c84x9GE"
}
