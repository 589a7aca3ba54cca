-- Whether a content is in use is asked for each file of the store, and all contents are listed in the order of their hashes.
CREATE INDEX documents_sha256 ON documents (sha256);
