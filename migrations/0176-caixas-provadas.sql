-- When somebody entered a candidate's account by a link that was mailed to its address; null: nobody knows whose mailbox it is (ADR 23).
alter table contas_externas add column email_provado_em timestamptz;
