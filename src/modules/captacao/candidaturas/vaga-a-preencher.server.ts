import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { valorDaFaixa } from '#modules/estrutura/public.server.ts';
import { VER_SALARIO } from '#modules/gestao-talentos/public.ts';
import { naoContrata } from '../solicitacoes/codigos.ts';
import { APROVAR } from '../solicitacoes/transicoes.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';

interface Vaga {
  solicitacao: number;
  candidato: number;
  area: number | null;
  situacao: string;
  daVaga: string;
  status: keyof typeof naoContrata;
  descricao: string;
  quantidade: number;
  preenchidas: number | null;
}

/** The request that an application is of; 404 for whoever does not see it. */
export async function vagaDe(tx: Tx, acting: Acting, id: number): Promise<Vaga> {
  const vaga = await tx.one<Vaga>(sql`
    select c.solicitacao_id as solicitacao, c.candidato_id as candidato, s.area_organizacional_id as area, c.situacao, s.situacao as "daVaga", s.status, s.descricao, s.quantidade,
      s.qtd_vagas_preenchidas as preenchidas
    from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id
    where c.id = ${id} and s.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`}`);
  if (!vaga) throw refuse.notFound();
  return vaga;
}

/** The same with both locked, the request first: of two hires for the last place the second one sees the first. */
export async function travaVaga(tx: Tx, acting: Acting, id: number): Promise<Vaga> {
  const { solicitacao } = await vagaDe(tx, acting, id);
  await tx.query(sql`select id from solicitacoes_pessoal where id = ${solicitacao} for update`);
  await tx.query(sql`select id from candidaturas where id = ${id} for update`);
  return vagaDe(tx, acting, id);
}

/** Why nobody is hired by an application: its selection is over, its request not approved, or no place is left. */
export function porqueNaoContrata({ situacao, daVaga, status, quantidade, preenchidas }: Vaga): Refusal | undefined {
  if (situacao !== 'A') return new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou.', 409);
  if (daVaga !== 'A') return new Refusal('VAGA_FECHADA', 'A vaga não está aberta: ninguém é contratado por ela.', 409);
  const naoAprovada = naoContrata[status];
  if (naoAprovada) return new Refusal('SOLICITACAO_NAO_APROVADA', naoAprovada, 409);
  if ((preenchidas ?? 0) < quantidade) return undefined;
  return new Refusal(
    'VAGAS_PREENCHIDAS',
    quantidade === 1
      ? 'A vaga desta solicitação já foi preenchida.'
      : `As ${quantidade} vagas desta solicitação já foram preenchidas.`,
    409,
  );
}

export function demandaVagaLivre(vaga: Vaga): void {
  const porque = porqueNaoContrata(vaga);
  if (porque) throw porque;
}

type Valores = Readonly<Record<string, unknown>>;
const CONTRATADOS = {
  areaOrganizacional: 'Área',
  estabelecimento: 'Estabelecimento',
  faixaSalarial: 'Faixa',
  vinculo: 'Vínculo',
};

const SEM_FAIXA_APROVADA =
  'A solicitação foi aprovada com uma remuneração e sem faixa: só quem vê salários ou aprova solicitações contrata por ela.';

async function pagaMais(tx: Tx, faixa: number, dia: unknown, remuneracao: number): Promise<boolean> {
  const { valor } = await tx.only<{ valor: number | null }>(
    sql`select ${valorDaFaixa(sql`${faixa}::bigint`, sql`${dia}::date`)}::float8 as valor`,
  );
  return (valor ?? 0) > remuneracao;
}

/**
 * The hire keeps to what was approved, but for those who approve; a request that names no value leaves it open. Of a band that was not
 * approved itself, what it pays on the first day counts.
 */
export async function demandaOAprovado(tx: Tx, { can }: Acting, aprovada: Valores, contrato: Valores): Promise<void> {
  if (can(APROVAR)) return;
  const outro = (aprovado: unknown, dado: unknown) => aprovado !== null && dado !== null && aprovado !== dado;
  const faults = Object.entries(CONTRATADOS)
    .filter(([nome]) => outro(bare(aprovada[nome]) ?? null, bare(contrato[nome]) ?? null))
    .map(([field, label]) => ({
      field,
      message: `${label} diferente da solicitação aprovada: só quem aprova solicitações contrata assim.`,
    }));
  const { remuneracao } = aprovada;
  if (typeof remuneracao === 'number') {
    // Whoever does not see pay sets none.
    const salario = can(VER_SALARIO) ? (contrato.salario ?? null) : null;
    if (Number(salario ?? 0) > remuneracao)
      faults.push({
        field: 'salario',
        message: 'Salário maior que a remuneração aprovada: só quem aprova solicitações contrata assim.',
      });
    const faixa = Number(bare(contrato.faixaSalarial) ?? 0);
    if (salario === null && faixa > 0 && (bare(aprovada.faixaSalarial) ?? null) === null) {
      // Whoever sees no pay could try one band after the other.
      if (!can(VER_SALARIO)) faults.push({ field: 'faixaSalarial', message: SEM_FAIXA_APROVADA });
      else if (await pagaMais(tx, faixa, contrato.dataAdmissao, remuneracao))
        faults.push({
          field: 'faixaSalarial',
          message: 'A faixa paga mais que a remuneração aprovada: só quem aprova solicitações contrata assim.',
        });
    }
  }
  if (faults.length > 0) throw refuse.invalid(faults);
}
