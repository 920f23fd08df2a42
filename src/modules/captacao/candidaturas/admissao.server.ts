import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { isEmpty } from '#kit/form/check-rows.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { faultsOf, Refusal, refuse } from '#kit/refusal/refusal.ts';
import { type Record_, rowsOf } from '#kit/registry/record.ts';
import { amend } from '#kit/store/amend.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { aosOlhosDe, exigeOutroPeriodo, recebeDocumentosDoCandidato } from '#modules/gestao-talentos/public.server.ts';
import { talentos, VER_DOCUMENTOS } from '#modules/gestao-talentos/public.ts';
import { bloqueioDe } from '../candidatos/bloqueio.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { PROPRIO } from '../portal/proprio.ts';
import { solicitacoesPessoal } from '../solicitacoes/solicitacoes-pessoal.registry.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { type Admissao, completavel, ENDERECO, formDaAdmissao } from './admissao.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { escrevePasso } from './inscreve.server.ts';
import { inputDoTalento, PROPOSTOS, soIds } from './talento-do-candidato.server.ts';
import { CONTRATAR } from './transicoes.ts';
import { demandaOAprovado, demandaVagaLivre, porqueNaoContrata, travaVaga, vagaDe } from './vaga-a-preencher.server.ts';

/** What an admission usually needs; the law asks for most of it, the talent's record does not. */
const LEMBRADOS = ['foto', 'rg', 'pis', 'ctpsNumero', 'titEleitNumero', 'estadoCivil', 'escolaridade', 'mae'] as const;

const VER_TODAS_AREAS = 'ROLE_VER_TODAS_AREAS';

/**
 * Whoever hires takes over what the candidate has said and they do not read, and writes nothing guarded of their own; into the area of the
 * vacancy without seeing its talents.
 */
const levando = (acting: Acting, naAreaDaVaga: boolean, guardados: readonly string[] = PROPRIO): Acting => ({
  ...acting,
  can: (right) => guardados.includes(right) || (naAreaDaVaga && right === VER_TODAS_AREAS) || acting.can(right),
});

/** Fields that whoever hires may complete. */
const escreve =
  ({ can }: Acting) =>
  (nome: string): boolean => {
    const campo = completavel(nome);
    return campo !== undefined && !isHidden(campo, can);
  };

/** Whoever was hired before is hired again as the same person. */
async function exigeMesmaPessoa(tx: Tx, talento: unknown, cpf: unknown): Promise<void> {
  const antes = await tx.one<{ cpf: string | null }>(sql`select cpf from talentos where id = ${talento ?? null}`);
  if (antes?.cpf && antes.cpf !== cpf)
    throw new Refusal(
      'CONTRATADO_COM_OUTRO_CPF',
      'Este candidato já foi contratado com outro CPF. Corrija o CPF no cadastro dele antes de contratar de novo.',
      409,
    );
}

/** The faults that a talent's record made of these values would have. */
function faltasDe(store: Store, acting: Acting, input: Record<string, unknown>): readonly { field: string; message: string }[] {
  try {
    store.judge(input, acting);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return faultsOf(error) ?? [];
    throw error;
  }
}

const semEndereco = (candidato: Record_): boolean => ENDERECO.some((nome) => nome !== 'complemento' && isEmpty(candidato[nome]));

/** The hire of a candidate: what the vacancy proposes, what is missing, and the talent that comes of it. */
export function admissaoRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Candidaturas'] };
  const dosCandidatos = store('captacao/candidatos');
  const dosTalentos = store('gestao-talentos/talentos');

  app.get(
    '/api/captacao/candidaturas/:id/admissao',
    withAnswer(
      {
        config: { authority: CONTRATAR, besides: [candidaturas.authority] },
        schema: { ...schema, summary: 'O que falta para contratar o candidato' },
      },
      z.object({
        candidato: z.string(),
        vaga: z.string(),
        vagasLivres: z.int(),
        impedimento: z.string().nullable(),
        proposta: z.record(z.string(), z.unknown()),
        faltam: z.array(z.string()),
        pedidos: z.array(z.string()),
        faltas: z.array(z.string()),
        lembretes: z.array(z.string()),
        outras: z.array(named),
      }),
    ),
    async (request): Promise<Admissao> => {
      queryOf(request, {});
      const { acting } = request;
      const id = recordIdOf(request);
      return db.tx(async (tx) => {
        const vaga = await vagaDe(tx, acting, id);
        const [candidato, solicitacao] = await Promise.all([
          dosCandidatos.readWhole(tx, acting, vaga.candidato),
          store('captacao/solicitacoes-pessoal').readWhole(tx, acting, vaga.solicitacao),
        ]);
        const proposta: Record<string, unknown> = {
          dataAdmissao: acting.today,
          vinculo: solicitacao.vinculo,
          ...Object.fromEntries(PROPOSTOS.map((nome) => [nome, solicitacao[nome] ?? null])),
        };
        const contrato = Object.fromEntries(Object.entries(proposta).map(soIds));
        const faltas = faltasDe(
          dosTalentos,
          levando(acting, true, [VER_DOCUMENTOS]),
          inputDoTalento(candidato, contrato, acting),
        );
        const bloqueio = await bloqueioDe(tx, acting, vaga.candidato);
        const podeEscrever = escreve(acting);
        const faltam = [...new Set(faltas.map(({ field }) => field).filter(podeEscrever))];
        const pedidos = semEndereco(candidato) ? ENDERECO.filter((nome) => podeEscrever(nome) && !faltam.includes(nome)) : [];
        const outras = await tx.query<{ id: number; nome: string }>(sql`
          select c.id, s.descricao as nome from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id
          where c.candidato_id = ${vaga.candidato} and c.situacao = 'A' and c.id <> ${id} and ${solicitacoesVisiveis(acting) ?? sql`true`} order by s.descricao_ord limit 20`);
        return {
          candidato: String(candidato.nome),
          vaga: vaga.descricao,
          vagasLivres: Math.max(0, vaga.quantidade - (vaga.preenchidas ?? 0)),
          impedimento: porqueNaoContrata(vaga)?.message ?? null,
          // Whoever may not open the record is not told the part of the address that it has.
          proposta: {
            ...proposta,
            ...Object.fromEntries(pedidos.map((nome) => [nome, (acting.can(candidatos.authority) && candidato[nome]) || null])),
          },
          faltam,
          pedidos,
          faltas: [
            ...(bloqueio ? [bloqueio] : []),
            ...faltas
              .filter(({ field }) => !podeEscrever(field) && !field.startsWith('historicos'))
              .map(({ message }) => message),
          ],
          // Whether the record has what somebody may not read is not told either.
          lembretes: LEMBRADOS.filter(
            (nome) => (candidato[nome] ?? '') === '' && !faltam.includes(nome) && !isHidden(talentos.fields[nome], acting.can),
          ).map((nome) => talentos.fields[nome].label),
          outras,
        };
      });
    },
  );

  app.post(
    '/api/captacao/candidaturas/:id/admitir',
    withAnswer(
      {
        config: { authority: CONTRATAR, besides: [candidaturas.authority] },
        schema: { ...schema, summary: 'Contratar o candidato' },
      },
      z.object({ talento: named }),
    ),
    async (request) => {
      const { acting, body } = request;
      const id = recordIdOf(request);
      const dados = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
      const contrato = demandForm(formDaAdmissao(Object.keys(dados).filter(escreve(acting)), [], false), dados, acting) as Record<
        string,
        unknown
      >;
      return db.tx((tx) => admite(tx, acting, id, { ...contrato, confirma: dados.confirma === true }));
    },
  );

  /** A hire completes what the record lacks, or what a talent's record refuses; what else the record says is changed there. */
  function soCompleta(candidato: Record_, contrato: Readonly<Record<string, unknown>>, acting: Acting): void {
    const proprio = Object.fromEntries(Object.entries(contrato).filter(([nome]) => !completavel(nome)));
    const faltas = faltasDe(dosTalentos, levando(acting, true, [VER_DOCUMENTOS]), inputDoTalento(candidato, proprio, acting));
    const pedidos = new Set([...faltas.map(({ field }) => field), ...(semEndereco(candidato) ? ENDERECO : [])]);
    const alterados = Object.keys(contrato).filter(
      (nome) =>
        completavel(nome) &&
        !pedidos.has(nome) &&
        !isEmpty(candidato[nome]) &&
        !isEmpty(contrato[nome]) &&
        bare(candidato[nome]) !== bare(contrato[nome]),
    );
    if (alterados.length > 0)
      throw refuse.invalid(
        alterados.map((field) => ({
          field,
          message: `${completavel(field)?.label}: o cadastro do candidato já diz outro valor. Altere-o lá antes de contratar.`,
        })),
      );
  }

  async function admite(tx: Tx, acting: Acting, id: number, { confirma, ...contrato }: Record<string, unknown>) {
    const vaga = await travaVaga(tx, acting, id);
    demandaVagaLivre(vaga);
    const aprovada = await store('captacao/solicitacoes-pessoal').readWhole(tx, acting, vaga.solicitacao);
    await demandaOAprovado(tx, acting, aprovada, contrato);
    const candidato = await dosCandidatos.readWhole(tx, acting, vaga.candidato, true);
    const bloqueio = await bloqueioDe(tx, acting, vaga.candidato);
    if (bloqueio) throw new Refusal('CANDIDATO_BLOQUEADO', bloqueio, 409);
    soCompleta(candidato, contrato, acting);
    const input = inputDoTalento(candidato, contrato, acting);
    // With their own sight: what this person was elsewhere is told of no area but those that they see.
    if (typeof input.cpf === 'string')
      await exigeOutroPeriodo(tx, { value: { cpf: input.cpf, dataAdmissao: String(contrato.dataAdmissao) }, acting });
    await exigeMesmaPessoa(tx, bare(candidato.talento), input.cpf);
    // Nor are they told when others leave or come, but for whom the vacancy replaces.
    const saem = rowsOf(aprovada.colaboradoresSubstituidos).flatMap(({ id: quem }) => quem ?? []);
    const contrata = aosOlhosDe(acting, levando(acting, bare(contrato.areaOrganizacional) === vaga.area), saem);
    const talento = await dosTalentos.create(tx, contrata, { ...input, confirma });
    const foto = bare(candidato.foto) ?? null;
    const tem = bare(talento.foto) ?? null;
    if (foto !== null && tem === null) await amend(tx, acting, talentos, { id: talento.id, foto: null }, { foto });
    await recebeDocumentosDoCandidato(
      tx,
      acting,
      talento.id,
      rowsOf(candidato.candidatoCurriculos).map(({ curriculo, descricao }) => ({
        descricao: typeof descricao === 'string' && descricao !== '' ? descricao : 'Currículo',
        anexo: bare(curriculo) as number,
        data: acting.today,
      })),
    );
    await amend(tx, acting, candidatos, candidato, { contratado: true, disponivel: false, talento: talento.id });
    const preenchidas = vaga.preenchidas ?? 0;
    await amend(
      tx,
      acting,
      solicitacoesPessoal,
      { id: vaga.solicitacao, qtdVagasPreenchidas: vaga.preenchidas },
      { qtdVagasPreenchidas: preenchidas + 1 },
    );
    await amend(
      tx,
      acting,
      candidaturas,
      { id, situacao: vaga.situacao, encerradaEm: null, talento: null },
      { situacao: 'C', encerradaEm: new Date(), talento: talento.id },
      'contratar',
    );
    await escrevePasso(tx, acting, id, { apto: 'S', observacao: 'Contratado.' });
    return { talento: { id: talento.id, nome: String(candidato.nome) } };
  }
}
