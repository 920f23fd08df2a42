-- Whether somebody else has the e-mail of whom is erased.
create index candidatos_email_idx on candidatos (empresa_id, email) where email is not null;
