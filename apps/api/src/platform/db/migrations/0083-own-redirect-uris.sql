-- compatibility: expand
-- Whether sign-ins come back to an address of the business alone, registered at its provider: those set up before use the one that
-- all share until an admin saves the settings again.
ALTER TABLE identity_providers ADD COLUMN own_redirect_uri boolean NOT NULL DEFAULT false;
