-- The documents an account has uploaded, newest first: listed for API users.
CREATE INDEX documents_uploaded ON documents (owner_id, created_at DESC, id) WHERE kind = 'upload';
