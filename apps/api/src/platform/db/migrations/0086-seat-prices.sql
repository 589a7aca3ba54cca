-- compatibility: expand
-- What a seat of the subscription costs each period: another price than the plan's of today, if that has changed since. Null
-- until the next sync.
ALTER TABLE subscriptions ADD COLUMN seat_price int;
