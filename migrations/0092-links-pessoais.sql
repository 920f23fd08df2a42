-- A text without the keys of its links: what stands behind `token=`, and behind the `#` of an address. Whoever reads it could
-- otherwise enter, or answer a questionnaire, in somebody's place.
create function sem_chaves(texto text) returns text language sql immutable strict parallel safe
return regexp_replace(regexp_replace(texto, '([?&]token=)[A-Za-z0-9_%.-]+', '\1•••', 'g'), '(://[^\s#]*#)[^\s<>"()]+', '\1•••', 'g');

create or replace view caixa_saida as
select id, 1 as versao, criado_em, para, dobra(para) as para_ord, assunto, dobra(assunto) as assunto_ord, estado, enviado_em,
  sem_chaves(texto) as texto,
  dobra(para || ' ' || assunto) as busca, empresa_id, tipo, tentativas, erro
from emails;

-- What was sent keeps no key: nobody needs it any more.
update emails set texto = sem_chaves(texto), html = null where estado = 'ENVIADO';
