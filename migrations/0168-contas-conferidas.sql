-- Who of HR said, and when, that an account of the portal is of the person of its record (ADR 75).
alter table candidatos_contas add column conferida_em timestamptz, add column conferida_por text,
  add constraint candidatos_contas_conferida_ck check ((conferida_em is null) = (conferida_por is null));
