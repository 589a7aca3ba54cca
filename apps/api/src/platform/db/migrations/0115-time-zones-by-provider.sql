-- compatibility: expand
-- The time zone (IANA) that a business's identity provider names for someone (SCIM, attribute timezone). Null: none.
ALTER TABLE provisioned_users ADD COLUMN time_zone text;
