-- Why somebody is away, or protected from dismissal, is a datum of health (LGPD, arts. 5, II, and 11): it comes under ROLE_VER_SAUDE, and out of
-- the text by which a leave is called and found.
update colaboradores_afastamentos c set resumo = t.nome || ' – ' || case when c.fim is null then 'desde ' || to_char(c.inicio, 'DD/MM/YYYY')
  else 'de ' || to_char(c.inicio, 'DD/MM/YYYY') || ' a ' || to_char(c.fim, 'DD/MM/YYYY') end
from talentos t where t.id = c.colaborador_id;

update pendencias_ac p set descricao = 'Afastamento de ' || c.resumo || case c.status_ac
  when 'COM_ERRO' then ' foi recusado pelo sistema de pessoal' else ' aguarda confirmação no sistema de pessoal' end
from colaboradores_afastamentos c where p.origem = 'sst/colaborador-afastamentos/' || c.id;

-- Whoever writes leaves needs the reason, and so does who writes the protections of a talent. To the latter it is granted where no leave opens with
-- it: a profile that reads leaves without ROLE_VER_SAUDE did not see their CID, and does not begin to.
update perfis set versao = versao + 1, autoridades = array(select distinct unnest(autoridades || '{ROLE_VER_SAUDE}'::text[]) order by 1)
where not 'ROLE_VER_SAUDE' = any(autoridades) and ('ROLE_CAD_COLABORADOR_AFASTAMENTO_EDITAR' = any(autoridades)
  or ('ROLE_CAD_TALENTO_EDITAR' = any(autoridades) and not 'ROLE_CAD_COLABORADOR_AFASTAMENTO' = any(autoridades)));

alter table talentos_estabilidades alter column motivo drop not null;

drop index if exists colaboradores_afastamentos_busca_ix;

alter table colaboradores_afastamentos drop column busca;

alter table colaboradores_afastamentos add column busca text generated always as (dobra(coalesce("resumo", ''))) stored;

create index colaboradores_afastamentos_busca_ix on colaboradores_afastamentos using gin (busca gin_trgm_ops);

-- What an entry of the trail says is read by the guards that its fields have today, never as it was written.
drop view log;

create view log as
select id, 1 as versao, empresa_id, instante as quando, usuario_nome as usuario, dobra(usuario_nome) as usuario_ord, acao, tabela,
  dobra(tabela) as tabela_ord, registro_id::integer as registro, requisicao, dobra(usuario_nome || ' ' || tabela) as busca
from auditoria;
