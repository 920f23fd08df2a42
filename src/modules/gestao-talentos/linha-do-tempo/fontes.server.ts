import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { desligamentos } from '../desligamentos/desligamentos.registry.ts';
import { documentosAnexos } from '../documentos-anexos/documentos-anexos.registry.ts';
import { A_AVALIAR, acompanhamentoExperiencia } from '../experiencia/acompanhamento.registry.ts';
import { pareceres, resultados } from '../experiencia/experiencia.rules.ts';
import { desligamentoDoTalento } from '../indicadores/posicao.server.ts';
import { motivosEstabilidade } from '../pessoa/codigos.ts';
import { VER_SAUDE } from '../pessoa/sensiveis.ts';
import { motivos } from '../talentos/codigos.ts';
import { talentosVisiveis } from '../talentos/visiveis.server.ts';

/**
 * One kind of event in the life of a talent. Its query answers `data`, `titulo` and `detalhe` for one talent; company and
 * visibility are checked before.
 */
interface FonteDeEvento {
  tipo: string;
  /** its label in the panel's filter */
  rotulo: string;
  /** readers without it do not see events of this kind */
  autoridade?: string;
  /** readers without it see event and date, not the detail */
  guarda?: string;
  eventos(talentoId: number, acting: Acting): Sql;
}

/** The label of a code inside SQL. */
const rotuloDe = (coluna: Sql, rotulos: Readonly<Record<string, string>>) =>
  sql`(${JSON.stringify(rotulos)}::json ->> ${coluna})`;

const posicao: FonteDeEvento = {
  tipo: 'cargo',
  rotulo: 'Cargo e salário',
  eventos: (id) => sql`
    select h.data, ${rotuloDe(sql`h.motivo`, motivos)} as titulo, concat_ws(' · ', f.nome_com_cargo, a.nome, e.nome) as detalhe
    from talentos_historicos h
    join areas_organizacionais a on a.id = h.area_organizacional_id
    join faixas_salariais f on f.id = h.faixa_salarial_id
    left join estabelecimentos e on e.id = h.estabelecimento_id
    where h.registro_id = ${id}`,
};

/** The talent's admission and dismissal, and the person's other employments here, as far as the reader may see them (ADR 17). */
const vida: FonteDeEvento = {
  tipo: 'vinculo',
  rotulo: 'Admissão e desligamento',
  eventos: (id, acting) => sql`
    with vinculos as (
      select t.*, case when ${acting.can(desligamentos.authority)} then m.motivo end as motivo, case when t.id <> ${id} then ' (outro vínculo)' else '' end as qual,
        case when t.id <> ${id} then 'Matrícula ' || t.matricula end as outra
      from talentos este join talentos t on t.id = este.id or (t.empresa_id = este.empresa_id and t.cpf = este.cpf and t.status_ac is distinct from 'C')
      ${desligamentoDoTalento} where este.id = ${id} and ${talentosVisiveis(acting)})
    select data_admissao as data, 'Admissão' || qual as titulo, outra as detalhe from vinculos
    union all
    select data_desligamento, 'Desligamento' || qual, nullif(concat_ws(' · ', outra, motivo), '') from vinculos where data_desligamento is not null`,
};

const certificado: FonteDeEvento = {
  tipo: 'certificado',
  rotulo: 'Certificados',
  eventos: (id) => sql`
    select coalesce(c.data_fim, c.data_inicio) as data, 'Certificado: ' || c.titulo as titulo, c.organizacao as detalhe
    from talentos_certificados c where c.registro_id = ${id} and coalesce(c.data_fim, c.data_inicio) is not null
    union all
    select c.validade, 'Vencimento do certificado: ' || c.titulo, c.organizacao
    from talentos_certificados c where c.registro_id = ${id} and c.validade is not null`,
};

const estabilidade: FonteDeEvento = {
  tipo: 'estabilidade',
  rotulo: 'Estabilidade',
  guarda: VER_SAUDE,
  eventos: (id) => sql`
    select e.inicio as data, 'Início de estabilidade' as titulo, ${rotuloDe(sql`e.motivo`, motivosEstabilidade)} as detalhe
    from talentos_estabilidades e where e.registro_id = ${id}
    union all
    select e.fim, 'Término de estabilidade', ${rotuloDe(sql`e.motivo`, motivosEstabilidade)}
    from talentos_estabilidades e where e.registro_id = ${id} and e.fim is not null`,
};

const ocorrencia: FonteDeEvento = {
  tipo: 'ocorrencia',
  rotulo: 'Ocorrências',
  autoridade: 'ROLE_CAD_COLABORADOR_OCORRENCIA',
  eventos: (id) => sql`
    select o.data_ini as data, 'Ocorrência: ' || p.descricao as titulo, concat_ws(' · ', v.descricao, o.observacao) as detalhe
    from colaboradores_ocorrencias o join tipos_ocorrencia p on p.id = o.ocorrencia_id left join providencias v on v.id = o.providencia_id
    where o.colaborador_id = ${id}`,
};

const afastamento: FonteDeEvento = {
  tipo: 'afastamento',
  rotulo: 'Afastamentos',
  autoridade: 'ROLE_CAD_COLABORADOR_AFASTAMENTO',
  guarda: VER_SAUDE,
  eventos: (id) => sql`
    select f.inicio as data, 'Início de afastamento' as titulo, a.descricao as detalhe
    from colaboradores_afastamentos f join afastamentos a on a.id = f.afastamento_id where f.colaborador_id = ${id}
    union all
    select f.fim + 1, 'Retorno de afastamento', a.descricao
    from colaboradores_afastamentos f join afastamentos a on a.id = f.afastamento_id where f.colaborador_id = ${id} and f.fim is not null`,
};

const experiencia: FonteDeEvento = {
  tipo: 'experiencia',
  rotulo: 'Período de experiência',
  autoridade: acompanhamentoExperiencia.authority,
  eventos: (id) => sql`
    select v.data, 'Avaliação do período de experiência: ' || p.nome as titulo,
      concat_ws(' · ', ${rotuloDe(sql`v.parecer`, pareceres)}, replace(v.percentual::text, '.', ',') || '%', ${rotuloDe(sql`v.resultado`, resultados)},
        v.avaliador, v.observacao) as detalhe
    from avaliacoes_experiencia v join periodos_experiencia p on p.id = v.periodo_id where v.colaborador_id = ${id}
    union all
    select l.termino, 'Término do período de experiência: ' || p.nome, null
    from periodos_dos_talentos l join periodos_experiencia p on p.id = l.periodo_id
    where l.colaborador_id = ${id} and l.situacao = any(${[...A_AVALIAR]})`,
};

const documento: FonteDeEvento = {
  tipo: 'documento',
  rotulo: 'Documentos',
  autoridade: documentosAnexos.authority,
  eventos: (id) => sql`
    select d.data, 'Documento: ' || d.descricao as titulo, p.descricao as detalhe
    from documentos_anexos d left join tipos_documento p on p.id = d.tipo_documento_id where d.colaborador_id = ${id} and d.data is not null`,
};

/**
 * Every kind of event, in the order of the panel's filter. Another module's records need one more entry here: queries may read
 * any table.
 */
export const fontesDeEventos: readonly FonteDeEvento[] = [
  vida,
  posicao,
  ocorrencia,
  afastamento,
  experiencia,
  estabilidade,
  certificado,
  documento,
];
