-- A record that came back from a merge: what of it the bin, or the trail alone, still has under the other record, for its erasure. Ids, and nothing that they say.
create table candidatos_separados (
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas on delete cascade,
  -- no foreign key: the record may be in the bin
  candidato_id bigint not null,
  -- [{tabela, id}]: rows that were removed while the two were one
  removidos jsonb not null default '[]',
  -- [{id, campo}]: fields of lines of the other record's trail
  trilha jsonb not null default '[]'
);
create index candidatos_separados_empresa_ix on candidatos_separados (empresa_id);
create index candidatos_separados_candidato_ix on candidatos_separados (candidato_id);

-- Of a line of another record only the fields go that tell of whoever is erased: an erasure may now take out some, and still change none.
create or replace function auditoria_imutavel() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('vinculo.apaga', true) = 'sim'
    and (to_jsonb(new) - 'mudancas' - 'usuario_nome') = (to_jsonb(old) - 'mudancas' - 'usuario_nome')
    and not exists (select from jsonb_each(new.mudancas) m where m.value is distinct from old.mudancas -> m.key)
    and new.usuario_nome in ('', old.usuario_nome)
  then
    return new;
  end if;
  raise exception 'a trilha de auditoria não pode ser alterada';
end $$;

create function apaga_campos_da_trilha(linhas bigint[], campos text[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform set_config('vinculo.apaga', 'sim', true);
  update auditoria_guardados g set valores = g.valores - x.campos
  from (select linha, array_agg(campo) as campos from unnest(linhas, campos) u(linha, campo) group by linha) x, auditoria a
  where a.id = x.linha and a.tabela = 'candidatos' and g.auditoria_id = a.id;
  update auditoria a set mudancas = a.mudancas - x.campos
  from (select linha, array_agg(campo) as campos from unnest(linhas, campos) u(linha, campo) group by linha) x
  where a.id = x.linha and a.tabela = 'candidatos';
  perform set_config('vinculo.apaga', '', true);
end $$;
