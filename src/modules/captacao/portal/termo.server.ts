import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Acting, ExternalActing } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { mexeuHoje } from '../candidatos/mudanca.server.ts';
import { avisaDaRetirada } from '../candidatos/outras-vagas.server.ts';
import { mesesDe } from '../candidatos/retencao.server.ts';

/** The notice of a company that has written none of its own; the months are part of what is accepted, and 0 erase nobody. */
const padrao = (empresa: string, meses: number) =>
  `<p>Os dados deste cadastro são usados pela empresa ${escapado(empresa)} somente para recrutar e selecionar pessoas (Lei 13.709/2018, art. 7º, V).</p>
<p>Eles são vistos por quem cuida da seleção, não são vendidos nem entregues a terceiros, e são apagados quando você pedir${meses > 0 ? ` ou, em regra, ${counted(meses, 'mês', 'meses')} depois da última mudança no seu cadastro ou nas suas candidaturas` : ''}.</p>
<p>Você pode ver, corrigir, levar consigo e mandar apagar os seus dados a qualquer momento, em “Meus dados”.</p>`;

const escapado = (texto: string) => texto.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

export interface Termo {
  texto: string;
  versao: string;
  exigido: boolean;
}

/** The privacy notice of today. Its version is its digest: another text is another version. */
export function termoDe({ settings, empresaNome }: Pick<Acting, 'settings' | 'empresaNome'>): Termo {
  const proprio = typeof settings.politicaSeguranca === 'string' ? settings.politicaSeguranca.trim() : '';
  const texto = proprio === '' ? padrao(empresaNome, mesesDe({ settings })) : proprio;
  return {
    texto,
    versao: createHash('sha256').update(texto).digest('hex').slice(0, 32),
    exigido: settings.exigirAceitePsi === true,
  };
}

/** Refuses whoever sends a form under the notice without having accepted it as it stands. */
export function demandaTermo(
  termo: Termo,
  { aceitoPoliticaSeguranca, versaoPolitica }: { aceitoPoliticaSeguranca: boolean; versaoPolitica: string | null },
): void {
  const falta = (message: string) => refuse.invalid([{ field: 'aceitoPoliticaSeguranca', message }]);
  if (termo.exigido && !aceitoPoliticaSeguranca) throw falta('Leia e aceite o Termo de Privacidade e Política de Segurança.');
  if (aceitoPoliticaSeguranca && versaoPolitica !== null && versaoPolitica !== termo.versao)
    throw falta('O termo mudou. Leia-o de novo.');
}

/** Keeps the text that was shown, and that this account accepted it, when, and from where. */
export async function aceita(tx: Queryable, empresaId: number, contaId: number, termo: Termo, endereco: string): Promise<void> {
  await tx.query(sql`
    insert into termos_privacidade (empresa_id, versao, texto) values (${empresaId}, ${termo.versao}, ${termo.texto}) on conflict do nothing`);
  await tx.query(sql`
    insert into aceites_privacidade (conta_id, finalidade, versao, endereco) values (${contaId}, 'termo', ${termo.versao}, ${endereco})`);
}

export async function aceitou(db: Queryable, contaId: number, { versao }: Termo): Promise<boolean> {
  const row = await db.one(sql`
    select 1 from aceites_privacidade where conta_id = ${contaId} and finalidade = 'termo' and versao = ${versao} and retirado_em is null`);
  return row !== undefined;
}

/** Whoever goes on has accepted the notice of today, where the company demands it. */
export async function demandaAceite(db: Queryable, acting: Acting, contaId: number): Promise<void> {
  const termo = termoDe(acting);
  if (termo.exigido && !(await aceitou(db, contaId, termo)))
    throw refuse.invalid([
      { field: 'aceitoPoliticaSeguranca', message: 'Leia e aceite o Termo de Privacidade e Política de Segurança.' },
    ]);
}

/** Whether the person lets the company consider them for other vacancies: free, and withdrawn as easily. */
export async function consentiu(db: Queryable, contaId: number): Promise<boolean> {
  const row = await db.one(sql`
    select 1 from aceites_privacidade where conta_id = ${contaId} and finalidade = 'banco' and retirado_em is null`);
  return row !== undefined;
}

export async function consente(tx: Tx, acting: ExternalActing, sim: boolean, endereco: string): Promise<void> {
  const { id } = acting.pessoa;
  if (sim === (await consentiu(tx, id))) return;
  if (sim) {
    await tx.query(sql`insert into aceites_privacidade (conta_id, finalidade, endereco) values (${id}, 'banco', ${endereco})`);
    await mexeuHoje(tx, sql`t.id in (select candidato_id from candidatos_contas where conta_id = ${id})`);
    return;
  }
  await tx.query(
    sql`update aceites_privacidade set retirado_em = now() where conta_id = ${id} and finalidade = 'banco' and retirado_em is null`,
  );
  await avisaDaRetirada(tx, acting);
}
