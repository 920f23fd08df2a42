-- Whether somebody may answer by CPF and date of birth alone, on a device that several people use.
alter table rodadas add column quiosque boolean not null default false;
