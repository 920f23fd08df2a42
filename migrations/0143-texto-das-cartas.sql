-- What a letter of HR's own said, for whoever reads the history of the application; the program's letters hold personal links, and are not kept.
alter table candidaturas_emails add column texto text;
