import sql from 'sql-template-tag';
import { cpf, maskCpf } from '#kit/br/cpf.ts';
import { formatDate } from '#kit/br/date.ts';
import { tellReading } from '#kit/history/reading.server.ts';
import { among } from '#kit/query/among.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { DocumentQuery } from '#kit/report/report.server.ts';
import { asOf } from '#kit/store/dated.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { VER_DOCUMENTOS } from '../pessoa/sensiveis.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { talentosVisiveis } from '../talentos/visiveis.server.ts';

interface Filtro {
  talentosIds: number[] | null;
  areasIds: number[] | null;
  soAreas: boolean;
  estabelecimentosIds: number[] | null;
  local: string | null;
  assinante: string | null;
  cargoAssinante: string | null;
}

type Linha = Record<
  | 'nome'
  | 'cpf'
  | 'matricula'
  | 'admissao'
  | 'area'
  | 'estabelecimento'
  | 'cargo'
  | 'cbo'
  | 'missao'
  | 'responsabilidades'
  | 'funcao'
  | 'atividades'
  | 'ambiente'
  | 'local',
  string | null
>;

/** Most talents of one print: a page each. */
const MAIS_TALENTOS = 500;

/** The people who work here today, with place and position; the position's activities replace missing ones of the function. */
export const ordemServicoDados: DocumentQuery = {
  template: new URL('./ordem-servico.typ', import.meta.url),
  filters: false,
  async data({ db }, filtro: Filtro, acting) {
    const { today } = acting;
    const linhas = await db.query<Linha>(sql`
      select t.nome, t.cpf, t.matricula, t.data_admissao as admissao, a.nome as area, e.nome as estabelecimento, c.nome as cargo, cbo.codigo as cbo,
        c.missao, c.responsabilidades, fu.nome_funcao as funcao, fu.descricao as atividades, am.nome_ambiente as ambiente, am.descricao as local
      from talentos t
      left join talentos_historicos h on h.registro_id = t.id and ${asOf('h', sql`${today}::date`)}
      left join funcoes fu on fu.id = h.funcao_id
      left join ambientes am on am.id = h.ambiente_id
      left join areas_organizacionais a on a.id = t.area_atual_id
      left join estabelecimentos e on e.id = t.estabelecimento_atual_id
      left join cargos c on c.id = t.cargo_atual_id
      left join faixas_salariais f on f.id = t.faixa_atual_id
      left join codigos_cbo cbo on cbo.id = coalesce(fu.codigo_cbo_id, f.codigo_cbo_id)
      where ${talentosVisiveis(acting)} and (t.data_desligamento is null or t.data_desligamento >= ${today}::date)
        and ${among(sql`t.id`, filtro.talentosIds)} and ${nosRamos(sql`t.area_atual_id`, filtro.areasIds, filtro.soAreas)} and ${among(sql`t.estabelecimento_atual_id`, filtro.estabelecimentosIds)}
      order by t.nome_ord, t.id limit ${MAIS_TALENTOS + 1}`);
    if (linhas.length === 0) return null;
    if (linhas.length > MAIS_TALENTOS)
      throw new Refusal(
        'MUITAS_ORDENS',
        `São mais de ${MAIS_TALENTOS} talentos: escolha menos áreas ou estabelecimentos de cada vez.`,
      );
    if (acting.can(VER_DOCUMENTOS))
      await tellReading(db, acting, talentos.table, [talentos.fields.cpf.label], { records: linhas.length });
    const [primeira] = linhas;
    return {
      titulo: linhas.length === 1 && primeira ? `Ordem de Serviço - ${primeira.nome}` : 'Ordem de Serviço',
      local: [filtro.local, formatDate(today)].filter(Boolean).join(', '),
      empresa: acting.empresaNome,
      assinante: filtro.assinante ?? '',
      cargoAssinante: filtro.cargoAssinante ?? '',
      ordens: linhas.map((linha) => ({
        nome: linha.nome,
        campos: [
          ['Nome', linha.nome],
          ['CPF', acting.can(VER_DOCUMENTOS) ? cpf.format(linha.cpf ?? '') : maskCpf(linha.cpf ?? '')],
          ['Matrícula', linha.matricula ?? ''],
          ['Data de admissão', linha.admissao ? formatDate(linha.admissao) : ''],
          ['Estabelecimento', linha.estabelecimento ?? ''],
          ['Área Organizacional', linha.area ?? ''],
          ['Cargo', linha.cargo ?? ''],
          ['Função', linha.funcao ?? ''],
          ['CBO', linha.cbo ?? ''],
          ['Ambiente', linha.ambiente ?? ''],
        ],
        atividades: [linha.atividades, ...(linha.atividades ? [] : [linha.missao, linha.responsabilidades])].filter(Boolean),
        ambiente: linha.local ?? '',
      })),
    };
  },
};
