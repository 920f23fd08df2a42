import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { faultsLast, type InParts } from '#kit/jobs/faults-last.server.ts';
import { idsInPages } from '#kit/jobs/in-pages.server.ts';
import type { Job } from '#kit/jobs/jobs.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { countAt, isWithin } from '#platform/session/throttle.server.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { entrevistaLembrada, entrevistaParaQuemEntrevista } from './candidaturas.messages.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { ondeE, quandoE } from './marcada.ts';

/** Each morning: the interviews of today and tomorrow, once. */
export const LEMBRA_ENTREVISTAS = 'captacao.lembra-entrevistas';

interface Lembrada {
  id: number;
  empresaId: number;
  empresa: string;
  data: string;
  hora: string;
  local: string | null;
  endereco: string | null;
  avisar: boolean;
  email: string | null;
  about: string[];
  candidato: string;
  vaga: string;
  pedido: string;
  quem: number[];
  /** who marked it */
  marcou: number | null;
}

const devidas = (hoje: string) =>
  sql`situacao = 'M' and lembrada is null and data between ${hoje}::date and ${addDays(hoje, 1)}::date`;

async function lembra(tx: Tx, acting: Job['acting'], entrevista: number): Promise<void> {
  const hoje = today();
  const lembrada = await tx.one<Lembrada>(sql`
    with novas as (
      update candidaturas_entrevistas set lembrada = now()
      where id = ${entrevista} and ${devidas(hoje)} returning id, empresa_id, data, hora, local, endereco, avisar_candidato, candidatura_id)
    select n.id, n.empresa_id as "empresaId", e.nome as empresa, n.data::text as data, n.hora::text as hora, n.local, n.endereco,
      n.avisar_candidato as avisar, array[${`${candidatos.table}:`}::text || p.id] as about, p.email, coalesce(p.nome_social, p.nome) as candidato, ${tituloParaCandidatos} as vaga, s.descricao as pedido,
      array(select x.alvo_id from candidaturas_entrevistas_entrevistadores x where x.registro_id = n.id order by x.ordem) as quem,
      (select a.usuario_id from auditoria a where a.tabela = ${entrevistas.table} and a.registro_id = n.id and a.acao = 'I' order by a.id limit 1) as marcou
    from novas n join candidaturas c on c.id = n.candidatura_id join candidatos p on p.id = c.candidato_id
    join solicitacoes_pessoal s on s.id = c.solicitacao_id join empresas e on e.id = n.empresa_id
    where e.ativo and c.situacao = 'A' and s.situacao in ('A', 'S')`);
  if (!lembrada) return;
  const { id, about, empresaId, empresa, candidato, vaga, pedido, avisar, email: para, quem } = lembrada;
  const values = { candidato, vaga, empresa, quando: quandoE(lembrada), onde: ondeE(lembrada), id: String(id) };
  // So many letters of what one person has marked, also by a sheet; those to candidates are counted by themselves.
  const dono = lembrada.marcou ?? `empresa/${empresaId}`;
  const cabem = (aQuem: string, letters: number) =>
    isWithin(() => countAt(tx, [['lembretesDeEntrevista', `${aQuem}/${dono}`, letters]]));
  if (avisar && para && (await cabem('candidatos', 1)))
    await queueMail(tx, entrevistaLembrada, { para, empresaId, values, about });
  const where = { empresaId, usuarioId: null, usuarioNome: acting.usuarioNome, today: hoje };
  if (quem.length === 0) return;
  await notify(tx, where as Acting, entrevistaParaQuemEntrevista, {
    to: quem,
    values: { ...values, vaga: pedido },
    about,
    inboxOnly: !(await cabem('colegas', quem.length)),
  });
}

/** Each in a transaction of its own: one that fails holds up no other. */
export const lembraEntrevistas = ({ db, acting, signal }: InParts & Pick<Job, 'acting'>): Promise<undefined> =>
  faultsLast(signal, async (part) => {
    const todas = sql`select id from candidaturas_entrevistas where ${devidas(today())}`;
    for await (const id of idsInPages(db, todas)) await part(() => db.tx((tx) => lembra(tx, acting, id)));
  });
