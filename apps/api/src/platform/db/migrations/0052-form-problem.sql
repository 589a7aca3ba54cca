-- Why no field can be added to a document’s form, or none filled in.
ALTER TABLE documents ADD COLUMN form_problem text CHECK (form_problem IN ('xfa', 'calculated', 'certified'));
