drop index if exists faixas_salariais_historicos_registro_id_ordem_ix;

drop index if exists indices_historicos_registro_id_ordem_ix;

drop index if exists talentos_historicos_registro_id_ordem_ix;

alter table faixas_salariais_historicos add column ate date;

alter table indices_historicos add column ate date;

alter table talentos_historicos add column ate date;

-- Históricos: de dois lançamentos no mesmo dia vale o último, como até aqui.
delete from faixas_salariais_historicos a using faixas_salariais_historicos b where b.registro_id = a.registro_id and b.data = a.data and b.id > a.id;

delete from indices_historicos a using indices_historicos b where b.registro_id = a.registro_id and b.data = a.data and b.id > a.id;

delete from talentos_historicos a using talentos_historicos b where b.registro_id = a.registro_id and b.data = a.data and b.id > a.id;

-- O primeiro lançamento de um talento começa, no mais tardar, na admissão.
update talentos_historicos h set data = t.data_admissao
from talentos t
where t.id = h.registro_id and h.data > t.data_admissao
  and not exists (select from talentos_historicos o where o.registro_id = h.registro_id and o.data < h.data);

update faixas_salariais_historicos h set ate = x.ate, ordem = x.ordem
from (select id, lead(data) over w as ate, row_number() over w as ordem from faixas_salariais_historicos window w as (partition by registro_id order by data)) x
where x.id = h.id;

update indices_historicos h set ate = x.ate, ordem = x.ordem
from (select id, lead(data) over w as ate, row_number() over w as ordem from indices_historicos window w as (partition by registro_id order by data)) x
where x.id = h.id;

update talentos_historicos h set ate = x.ate, ordem = x.ordem
from (select id, lead(data) over w as ate, row_number() over w as ordem from talentos_historicos window w as (partition by registro_id order by data)) x
where x.id = h.id;

alter table faixas_salariais_historicos add constraint faixas_salariais_historicos_registro_id_data_uq unique (registro_id, data);

alter table faixas_salariais_historicos add constraint faixas_salariais_historicos_registro_id_ate_uq unique nulls not distinct (registro_id, ate) deferrable initially deferred;

alter table faixas_salariais_historicos add constraint faixas_salariais_historicos_ate_ck check (ate > "data");

alter table indices_historicos add constraint indices_historicos_registro_id_data_uq unique (registro_id, data);

alter table indices_historicos add constraint indices_historicos_registro_id_ate_uq unique nulls not distinct (registro_id, ate) deferrable initially deferred;

alter table indices_historicos add constraint indices_historicos_ate_ck check (ate > "data");

alter table talentos_historicos add constraint talentos_historicos_registro_id_data_uq unique (registro_id, data);

alter table talentos_historicos add constraint talentos_historicos_registro_id_ate_uq unique nulls not distinct (registro_id, ate) deferrable initially deferred;

alter table talentos_historicos add constraint talentos_historicos_ate_ck check (ate > "data");

alter table faixas_salariais_historicos add constraint faixas_salariais_historicos_registro_id_ate_fk foreign key (registro_id, ate) references faixas_salariais_historicos (registro_id, data) deferrable initially deferred;

alter table indices_historicos add constraint indices_historicos_registro_id_ate_fk foreign key (registro_id, ate) references indices_historicos (registro_id, data) deferrable initially deferred;

alter table talentos_historicos add constraint talentos_historicos_registro_id_ate_fk foreign key (registro_id, ate) references talentos_historicos (registro_id, data) deferrable initially deferred;

create function talento_desde_a_admissao() returns trigger language plpgsql as $$
declare
  talento bigint;
begin
  if tg_table_name = 'talentos' then talento := new.id;
  elsif tg_op = 'DELETE' then talento := old.registro_id;
  else talento := new.registro_id;
  end if;
  if exists (
    select from talentos t
    where t.id = talento and (select min(h.data) from talentos_historicos h where h.registro_id = t.id) > t.data_admissao
  ) then
    raise exception 'o histórico do talento % começa depois da admissão', talento
      using errcode = 'check_violation', constraint = 'talentos_historicos_desde_a_admissao', table = 'talentos_historicos';
  end if;
  return null;
end $$;

create constraint trigger talentos_historicos_desde_a_admissao after insert or update of data, registro_id or delete on talentos_historicos
  deferrable initially deferred for each row execute function talento_desde_a_admissao();

create constraint trigger talentos_desde_a_admissao after update of data_admissao on talentos
  deferrable initially deferred for each row when (old.data_admissao is distinct from new.data_admissao)
  execute function talento_desde_a_admissao();

-- Ninguém perde em silêncio o que via: quem abria talentos via os de todas as áreas, e quem os editava, os campos protegidos.
update perfis set versao = versao + 1, autoridades = array(
  select distinct unnest(autoridades || '{ROLE_VER_TODAS_AREAS}'::text[]
    || case when 'ROLE_CAD_TALENTO_EDITAR' = any(autoridades)
         then '{ROLE_VER_SALARIO,ROLE_VER_SAUDE,ROLE_VER_RACA,ROLE_VER_DEFICIENCIA,ROLE_VER_DOCUMENTOS}'::text[] else '{}' end) order by 1)
where autoridades && '{ROLE_CAD_TALENTO,ROLE_REL_TALENTOS_AREAS_ORGANIZACIONAIS}';

update versao_acessos set versao = versao + 1;
