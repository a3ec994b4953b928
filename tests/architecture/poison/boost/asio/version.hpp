#error "this layer must not know Asio or Beast: they belong to adapters/asio and app/async"
