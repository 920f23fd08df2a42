-- How many people of a confidential round were asked in each place when it closed: [[values, people], ...]. Of rounds that closed before it is null.
alter table resultados add column perguntados jsonb;
