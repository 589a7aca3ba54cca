-- What signing needs of a success: {givenName, surname, country, mobile, approvalSerialNumber, level}. The names and the
-- number are those an account has in its own row too; the document and all else stay sealed.
ALTER TABLE identifications ADD COLUMN proven jsonb;
ALTER TABLE identifications ADD CHECK (status <> 'success' OR proven IS NOT NULL);
