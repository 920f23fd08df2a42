-- Whether a field of a record's line refers to records of another kind than talents, by the foreign keys: of a reference its own column, of a list those of
-- its rows. A number and a name may be of any kind of record.
create function refere_outros(tabela_ text, campo_ text) returns boolean
  language sql stable set search_path = public
  begin atomic
    with nome as materialized (
      select lower(regexp_replace(regexp_replace(campo_, '([a-z0-9])([A-Z])', '\1_\2', 'g'), '([A-Z])([A-Z][a-z])', '\1_\2', 'g')) as n),
    onde as materialized (
      select to_regclass(quote_ident(tabela_)) as propria, to_regclass(quote_ident(tabela_ || '_' || regexp_replace(n, '_ids$', ''))) as lista, n from nome),
    chaves as materialized (
      select c.conrelid, c.confrelid, a.attname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey), onde
      where c.contype = 'f' and c.conrelid in (onde.propria, onde.lista))
    select exists (select from chaves k where k.conrelid = propria and k.attname in (n, n || '_id') and k.confrelid <> 'talentos'::regclass)
      or lista is not null and not exists (
        select from chaves k where k.conrelid = lista and k.confrelid = 'talentos'::regclass and k.attname <> 'registro_id')
    from onde;
  end;

create or replace function apaga_citacoes_de_admissoes(candidatos_ bigint[], linhas bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform set_config('vinculo.apaga', 'sim', true);
  update auditoria a set mudancas = a.mudancas - x.campos from (
    select b.id, array_agg(distinct m.key) as campos
    from auditoria b, jsonb_each(b.mudancas) m, nomes_das_admissoes(candidatos_) d
    where b.id = any(linhas) and not (b.tabela = 'candidatos' and b.registro_id = any(candidatos_)) and b.empresa_id in (
        select empresa_id from auditoria t where t.tabela = 'talentos' and t.registro_id in (select admissoes_desfeitas(candidatos_)))
      and jsonb_path_exists(m.value, '$.** ? (@.id == $um.id && @.nome == $um.nome)', jsonb_build_object('um', d))
      and not refere_outros(b.tabela, m.key)
    group by b.id) x
  where a.id = x.id;
  perform set_config('vinculo.apaga', '', true);
end $$;
