-- Whether the file was uploaded with scripts and taken in without them.
ALTER TABLE documents ADD COLUMN scripts_removed boolean NOT NULL DEFAULT false;
