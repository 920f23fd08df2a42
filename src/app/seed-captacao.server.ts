import sql from 'sql-template-tag';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { atualizaBusca } from '#modules/captacao/public.server.ts';
import { DEMO_CANDIDATE } from './demo-users.server.ts';
import {
  type Candidato,
  type Candidatura,
  named,
  type Passo,
  type Pedido,
  type Seed,
  type Talento,
  writeAnuncios,
  writeCandidatos,
  writeCandidaturas,
  writePedidos,
} from './seed-captacao-rows.server.ts';
import { seedSelecao } from './seed-captacao-selecao.server.ts';
import {
  etapas,
  fontes,
  formacoesDoCargo,
  motivos,
  pedidosAbertos,
  recusas,
  resumoDoCurriculo,
} from './seed-captacao-words.server.ts';
import { homens, mulheres, sequence, sobrenomes } from './seed-words.server.ts';

/** A year of recruitment: requests in every state, their ads, candidates in every stage, and the people who were hired. */
export async function seedCaptacao(tx: Tx, seed: Seed): Promise<void> {
  const { empresaId, today, first } = seed;
  const random = sequence(first + 5);
  const below = (n: number) => Math.floor(random() * n);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  const etapaIds = await named(
    tx,
    sql`insert into etapas_seletivas (empresa_id, nome, ordem, analise_comportamental)
      select ${empresaId}, n, o, n = 'Entrevista com o RH' from unnest(${[...etapas]}::text[]) with ordinality x(n, o) returning id`,
  );
  const motivoIds = await named(
    tx,
    sql`insert into motivos_solicitacao (empresa_id, descricao) select ${empresaId}, n from unnest(${[...motivos]}::text[]) n returning id`,
  );
  const fonteIds = await named(
    tx,
    sql`insert into como_ficou_sabendo_vaga (empresa_id, nome) select ${empresaId}, n from unnest(${fontes.map(([nome]) => nome)}::text[]) n returning id`,
  );
  await tx.query(sql`
    insert into areas_formacao (empresa_id, nome) select ${empresaId}, n from unnest(${[...new Set(Object.values(formacoesDoCargo).map(([area]) => area))]}::text[]) n
    on conflict do nothing`);
  const fonte = () => {
    const at = below(100);
    let sum = 0;
    return Math.max(
      fontes.findIndex(([, share]) => at < (sum += share)),
      0,
    );
  };

  const pedidos = [...(await abertos(tx, seed, motivoIds)), ...(await encerrados(tx, seed, motivoIds, below))];
  const candidatos = new Map<string, Candidato>();
  const candidaturas: Candidatura[] = [];

  const novo = (cargo: string, data: string): Candidato => {
    const isWoman = random() < 0.48;
    const nome = [one(isWoman ? mulheres : homens), one(sobrenomes), one(sobrenomes)]
      .filter((part, place, all) => all.indexOf(part) === place)
      .join(' ');
    const cpf = CPF.sample(first + candidatos.size);
    const [semAcento = '', ...resto] = nome
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .split(' ');
    const anos = 1 + below(14);
    const candidato: Candidato = {
      nome,
      cpf,
      sexo: random() < 0.06 ? 'I' : isWoman ? 'F' : 'M',
      nascimento: addDays(today, -7_000 - below(11_000)),
      email: `${semAcento}.${resto.at(-1) ?? 'silva'}${candidatos.size}@exemplo.com.br`,
      cargo,
      fonte: fonte(),
      cidade: one(['2304400', '2304400', '2304400', '2611606', '4106902', '2307650']),
      celular: `9${String(81_000_000 + (((first + candidatos.size) * 7_907) % 17_999_999)).slice(0, 8)}`,
      deficiencia: random() < 0.09 ? one(['F', 'A', 'V']) : 'N',
      raca: one(['2', '2', '4', '8', '8', '8', '6', '1', '9']),
      pretensao: 1_800 + 100 * below(60),
      texto: resumoDoCurriculo(nome, cargo, anos),
      atualizado: data,
      contratado: false,
      talento: null,
    };
    candidatos.set(cpf, candidato);
    return candidato;
  };

  for (const [place, pedido] of pedidos.entries()) {
    const desde = addDays(pedido.data, 3);
    const fim = pedido.encerrada ?? today;
    const dias = Math.max(1, days(desde, fim));
    for (const talento of pedido.contratados) {
      const candidato: Candidato = {
        ...novo(pedido.cargo, talento.admissao),
        nome: talento.nome,
        sexo: talento.sexo,
        contratado: true,
        talento: talento.id,
      };
      // The number of the new person is not needed: this one is known already.
      candidatos.delete(candidato.cpf);
      candidato.cpf = talento.cpf ?? candidato.cpf;
      candidato.email = talento.email ?? candidato.email;
      candidato.nascimento = talento.nascimento ?? candidato.nascimento;
      candidato.texto = resumoDoCurriculo(talento.nome, pedido.cargo, 4);
      candidatos.set(candidato.cpf, candidato);
      const passos = passosAte(etapas.length, desde, addDays(fim, -1), below);
      passos.push({ etapa: etapas.length - 1, data: fim, apto: 'S', observacao: 'Contratado.' });
      candidaturas.push(candidaturaDe(place, candidato, 'C', null, passos));
    }
    for (let n = 0; n < pedido.inscritos; n += 1) {
      // One in five has applied before, for another vacancy.
      const antigo = [...candidatos.values()].filter(
        ({ contratado, cpf }) => !contratado && !candidaturas.some((other) => other.pedido === place && other.cpf === cpf),
      );
      const inicio = addDays(desde, below(Math.max(1, Math.round(dias * 0.6))));
      const candidato = antigo.length > 8 && random() < 0.2 ? one(antigo) : novo(pedido.cargo, inicio);
      // In the large open selections somebody stands in every stage; beyond them the funnel narrows.
      const isPlaced = pedido.encerrada === null && pedido.inscritos > 10 && n <= etapas.length;
      let alcance = isPlaced ? n : 0;
      while (!isPlaced && alcance < etapas.length - 1 && random() < 0.62) alcance += 1;
      const ends = pedido.encerrada !== null || (!isPlaced && alcance > 0 && random() < 0.3);
      const situacao = !ends ? 'A' : random() < 0.15 ? 'D' : 'N';
      const passos = passosAte(alcance, inicio, fim, below);
      const ultimo = passos.at(-1) as Passo;
      if (situacao === 'N') ultimo.apto = 'N';
      const motivo = situacao === 'N' ? one(recusas) : situacao === 'D' ? 'Aceitou outra proposta.' : null;
      if (motivo) ultimo.observacao = motivo;
      if (ultimo.data > candidato.atualizado) candidato.atualizado = ultimo.data;
      candidaturas.push(candidaturaDe(place, candidato, situacao, motivo, passos));
    }
  }
  // Whoever enters the portal of the demonstration finds something there.
  const tainaCpf = DEMO_CANDIDATE.cpf.replace(/\D/g, '');
  const taina = { ...novo('Analista de Sistemas', today), nome: DEMO_CANDIDATE.nome, sexo: 'F' };
  candidatos.delete(taina.cpf);
  Object.assign(taina, {
    cpf: tainaCpf,
    email: 'candidato@exemplo.com.br',
    texto: resumoDoCurriculo(taina.nome, taina.cargo, 6),
  });
  candidatos.set(tainaCpf, taina);
  candidaturas.push(
    candidaturaDe(0, taina, 'A', null, [
      { etapa: null, data: addDays(today, -21), apto: 'S', observacao: null },
      { etapa: 0, data: addDays(today, -16), apto: 'S', observacao: null },
      { etapa: 1, data: addDays(today, -9), apto: 'S', observacao: 'Comunica-se bem; conhece o produto.' },
      { etapa: 2, data: addDays(today, -2), apto: 'I', observacao: null },
    ]),
  );

  function candidaturaDe(
    pedido: number,
    { cpf, nome, fonte: de }: Candidato,
    situacao: Candidatura['situacao'],
    motivo: string | null,
    passos: Passo[],
  ): Candidatura {
    const nomeDaFonte = fontes[de]?.[0] ?? null;
    const origem = nomeDaFonte === 'Indicação de quem trabalha aqui' ? 'I' : random() < 0.8 ? 'P' : 'R';
    return { pedido, cpf, nome, origem, fonte: nomeDaFonte, situacao, motivo, passos };
  }

  const pedidoIds = await writePedidos(tx, seed, pedidos);
  await writeAnuncios(tx, seed, pedidos, pedidoIds);
  await writeCandidatos(tx, seed, [...candidatos.values()], fonteIds);
  await writeCandidaturas(tx, seed, candidaturas, pedidoIds, etapaIds);
  await seedSelecao(tx, { empresaId, today, etapaIds });
  await atualizaBusca(tx, sql`c.empresa_id = ${empresaId}`);
  // An account of the portal whose CPF is a candidate's is that candidate's.
  await tx.query(sql`
    insert into candidatos_contas (candidato_id, conta_id, conferida_em, conferida_por)
    select k.id, a.id, now(), 'Demonstração' from candidatos k join contas_externas a on a.empresa_id = k.empresa_id and a.cpf = k.cpf where k.empresa_id = ${empresaId}
    on conflict do nothing`);
}

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The steps of a candidate who has come as far as a stage: each passed, the last not judged yet; never after the end. */
function passosAte(alcance: number, inicio: string, fim: string, below: (n: number) => number): Passo[] {
  const dates = [inicio];
  for (let n = 0; n < alcance; n += 1) dates.push(addDays(dates.at(-1) as string, 2 + below(7)));
  const last = dates.at(-1) as string;
  // Someone who came late went through in fewer days.
  const share = last > fim ? days(inicio, fim) / Math.max(1, days(inicio, last)) : 1;
  return dates.map((date, n) => ({
    etapa: n === 0 ? null : n - 1,
    data: addDays(inicio, Math.round(Math.max(0, days(inicio, date) * share))),
    apto: n < alcance ? 'S' : 'I',
    observacao: null,
  }));
}

/** The requests that are being worked on, suspended, refused or called off. */
async function abertos(tx: Tx, { empresaId, today }: Seed, motivoIds: number[]): Promise<Pedido[]> {
  const places = await tx.query<{ cargo: string; area: number | null; faixa: number; estabelecimento: number | null }>(sql`
    select p.cargo, f.id as faixa,
      (select a.id from areas_organizacionais a where a.empresa_id = ${empresaId} and a.nome = p.area order by a.id limit 1) as area,
      (select e.id from estabelecimentos e where e.empresa_id = ${empresaId} order by e.id limit 1) as estabelecimento
    from json_to_recordset(${JSON.stringify(pedidosAbertos)}::json) as p(cargo text, area text)
    join cargos c on c.empresa_id = ${empresaId} and c.nome = p.cargo
    join lateral (select id from faixas_salariais where cargo_id = c.id order by id limit 1) f on true`);
  return pedidosAbertos.flatMap((pedido) => {
    const place = places.find(({ cargo }) => cargo === pedido.cargo);
    if (!place) return [];
    return [
      {
        ...pedido,
        ...place,
        motivo: motivoIds[pedido.motivo] as number,
        data: addDays(today, -pedido.dias),
        encerrada: pedido.situacao === 'C' ? addDays(today, -pedido.dias + 20) : null,
        contratados: [],
      },
    ];
  });
}

/** Those who came during the last year came by a vacancy, which closed when they had been found. */
async function encerrados(
  tx: Tx,
  { empresaId, today }: Seed,
  motivoIds: number[],
  below: (n: number) => number,
): Promise<Pedido[]> {
  const talentos = await tx.query<Talento>(sql`
    select distinct on (c.id) t.id, t.nome, t.cpf, t.sexo, t.data_nascimento as nascimento, t.email, t.data_admissao as admissao, c.nome as cargo,
      t.area_atual_id as area, h.faixa_salarial_id as faixa, t.estabelecimento_atual_id as estabelecimento
    from talentos t join cargos c on c.id = t.cargo_atual_id
    join talentos_historicos h on h.registro_id = t.id and h.ordem = 1
    where t.empresa_id = ${empresaId} and t.situacao = 'A' and t.data_admissao between ${addDays(today, -360)}::date and ${addDays(today, -25)}::date
    order by c.id, t.data_admissao desc limit 8`);
  return talentos.map((talento, place) => {
    const encerrada = addDays(talento.admissao, -6);
    const dias = 18 + below(45);
    return {
      cargo: talento.cargo,
      titulo: talento.cargo,
      area: talento.area,
      faixa: talento.faixa,
      estabelecimento: talento.estabelecimento,
      motivo: motivoIds[place % motivoIds.length] as number,
      quantidade: 1,
      dias,
      data: addDays(encerrada, -dias),
      situacao: 'E',
      status: 'A',
      inscritos: 4 + below(5),
      anuncio: false,
      encerrada,
      contratados: [talento],
    };
  });
}
