import sql from 'sql-template-tag';

/**
 * Over alias `s` of staffing requests: what candidates are told that a vacancy is called, in the portal and in letters. What the
 * request itself is called is for the people of the company.
 */
export const tituloParaCandidatos = sql`coalesce(
  (select n.titulo from anuncios_vagas n where n.solicitacao_id = s.id order by n.exibir_modulo_externo desc, n.id desc limit 1),
  (select g.nome from faixas_salariais f join cargos g on g.id = f.cargo_id where f.id = s.faixa_salarial_id), 'Processo seletivo')`;
