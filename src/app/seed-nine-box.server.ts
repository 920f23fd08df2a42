import sql, { join, raw } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { CAIXAS, type Caixa, LIMITES, move, PADRAO, pessoasDoNineBox } from '#modules/avaliacao/public.server.ts';

interface Seed {
  empresaId: number;
  today: string;
}

const MUDANCAS = [
  { de: 5, para: 6, motivo: 'Assumiu a equipe da noite em outubro; as respostas são de antes disso.' },
  { de: 6, para: 5, motivo: 'As entregas do semestre eram de dois; os pares confirmam.' },
  { de: 3, para: 6, motivo: 'Ainda não mostrou interesse em gerir pessoas.' },
] as const satisfies readonly { de: Caixa; para: Caixa; motivo: string }[];

const textos = CAIXAS.flatMap((caixa) => [
  [`box${caixa}_nomeclatura`, PADRAO[caixa].nomeclatura] as const,
  [`box${caixa}_descricao`, PADRAO[caixa].descricao] as const,
]);

/** A nine-box for each concluded evaluation: the last one in calibration, with a few moves, the others ended. */
export async function seedNineBox(tx: Tx, { empresaId, today }: Seed): Promise<void> {
  const { percentualBaixoPotencial, percentualAltoPotencial, percentualBaixoDesempenho, percentualAltoDesempenho } = LIMITES;
  const concluidas = await tx.query<{ id: number; titulo: string; fim: string }>(sql`
    select id, titulo, data_fim as fim from avaliacoes_desempenho where empresa_id = ${empresaId} and situacao = 'C' order by data_fim desc`);
  for (const [place, { id, titulo, fim }] of concluidas.entries()) {
    const nome = `Nine Box: ${titulo}`.slice(0, 100);
    const nineBox = await tx.only<{ id: number }>(sql`
      insert into ninebox (empresa_id, titulo, nome, data, situacao, percentual_baixo_potencial, percentual_alto_potencial, percentual_baixo_desempenho,
        percentual_alto_desempenho, ${join(textos.map(([coluna]) => raw(coluna)))})
      values (${empresaId}, ${nome}, ${nome}, ${fim}::date, 'E', ${percentualBaixoPotencial}, ${percentualAltoPotencial}, ${percentualBaixoDesempenho},
        ${percentualAltoDesempenho}, ${join(textos.map(([, texto]) => texto))})
      returning id`);
    await tx.query(sql`insert into ninebox_avaliacoes_desempenho (registro_id, alvo_id, ordem) values (${nineBox.id}, ${id}, 1)`);
    if (place === 0) await calibra(tx, { empresaId, today }, nineBox.id);
    else await tx.query(sql`update ninebox set situacao = 'F' where id = ${nineBox.id}`);
  }
}

async function calibra(tx: Tx, { empresaId, today }: Seed, id: number): Promise<void> {
  const usuario = await tx.one<{ id: number }>(sql`select id from usuarios order by id limit 1`);
  if (!usuario) return;
  // A seed has no session: it sees the whole company, and leaves no line in the trail.
  const acting = {
    kind: 'usuario',
    empresaId,
    today,
    usuarioId: usuario.id,
    settings: {},
    can: () => true,
    everywhere: () => true,
    audit: async () => undefined,
  } as unknown as Acting;
  const movidos = new Set<number>();
  for (const { de, para, motivo } of MUDANCAS) {
    const pessoas = await pessoasDoNineBox(tx, acting, id, [de]);
    const pessoa = pessoas.find(({ colaboradorId }) => !movidos.has(colaboradorId));
    if (!pessoa) continue;
    movidos.add(pessoa.colaboradorId);
    await move(tx, acting, id, { colaboradorId: pessoa.colaboradorId, para, motivo, passo: pessoa.passo });
  }
}
