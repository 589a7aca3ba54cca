-- compatibility: expand
-- Whether the browser showed that it had signed in with this email before. One that does so and one that doesn't are two browsers, whatever
-- they call themselves.
ALTER TABLE sessions ADD COLUMN was_known boolean NOT NULL DEFAULT false;
