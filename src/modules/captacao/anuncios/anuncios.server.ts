import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { textOfHtml } from '#kit/fields/html-text.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { nothing, withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { countAttempt } from '#kit/http/throttle.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { sentSchema } from '#kit/registry/wire-schema.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { VER_SALARIO } from '#modules/gestao-talentos/public.ts';
import { queueMails } from '#platform/mail/mail.server.ts';
import { vagaNoFio } from '../portal/vaga.wire.ts';
import { deSolicitacoesVisiveis, solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { enderecoDoAnuncio, envioDoAnuncio } from './anuncios.form.ts';
import { anuncioPorEmail } from './anuncios.messages.ts';
import { anuncios, MAIS_AVALIACOES } from './anuncios.registry.ts';
import { dizeresProibidos } from './anuncios.rules.ts';
import { anuncioPrevisto } from './publico.server.ts';

const PATH = 'captacao/anuncios';
const tags = ['Anúncios de Vagas'];
/** Sendings of one user in 15 minutes, each to many addresses. */
const ENVIOS = 20;
/** The beginning of the ad that its mail shows. */
const MAIS_TEXTO = 600;

/** Ads of one request: candidates are told of the one that stands first, which each list looks for. */
const MAIS_ANUNCIOS = 50;

async function recusaAnunciosDemais(tx: Tx, solicitacaoId: number): Promise<void> {
  const { n } = await tx.only<{ n: number }>(
    sql`select count(*)::int as n from anuncios_vagas where solicitacao_id = ${solicitacaoId}`,
  );
  if (n >= MAIS_ANUNCIOS)
    throw new Refusal(
      'ANUNCIOS_DEMAIS',
      `Esta solicitação já tem ${MAIS_ANUNCIOS} anúncios. Altere um deles, ou exclua os que não valem mais antes de fazer outro.`,
      409,
    );
}

/** Evaluations of one request, whichever of its ads asks for them; `antes`: those that this ad asked for before. */
async function recusaAvaliacoesDemais(tx: Tx, solicitacaoId: number, pede: readonly number[], antes: readonly number[], id = 0) {
  if (pede.every((modelo) => antes.includes(modelo))) return;
  const { n } = await tx.only<{ n: number }>(sql`
    select count(*)::int as n from (
      select unnest(${[...pede]}::bigint[]) union
      select v.avaliacao_id from anuncios_vagas n join anuncios_vagas_solicitacao_avaliacoes v on v.registro_id = n.id
      where n.solicitacao_id = ${solicitacaoId} and n.id <> ${id}) x`);
  if (n > MAIS_AVALIACOES)
    throw refuse.invalid([
      {
        field: 'solicitacaoAvaliacoes',
        message: `Os anúncios de uma solicitação pedem no máximo ${MAIS_AVALIACOES} avaliações diferentes`,
      },
    ]);
}

/** The models that the rows of an ad name. */
const modelosDe = (linhas: readonly { avaliacao: unknown }[] | null | undefined): number[] =>
  (linhas ?? []).map(({ avaliacao }) => Number(bare(avaliacao)));

const abreviado = (texto: string) =>
  texto.length > MAIS_TEXTO ? `${texto.slice(0, MAIS_TEXTO).replace(/\s\S*$/, '')} …` : texto;

export const anunciosHooks = hooksFor(anuncios, {
  where: deSolicitacoesVisiveis,
  lock: 'anuncios-vagas',
  computed: {
    noPortal: `select case
      when not t.exibir_modulo_externo or s.situacao = 'S' or s.status <> 'A' or s.tipo_vaga = 'I' then 'N'
      when s.situacao <> 'A' or t.data_fim < hoje() then 'F'
      when t.data_ini > hoje() then 'G' else 'A' end from solicitacoes_pessoal s where s.id = t.solicitacao_id`,
  },
  async beforeSave(tx, { value, before, restored, acting }) {
    const solicitacao = await tx.one<{ status: string; situacao: string; tipo: string | null }>(sql`
      select s.status, s.situacao, s.tipo_vaga as tipo from solicitacoes_pessoal s
      where s.id = ${value.solicitacao} and ${solicitacoesVisiveis(acting) ?? sql`true`} for share`);
    if (!solicitacao) throw refuse.invalid([{ field: 'solicitacao', message: 'O registro selecionado não existe' }]);
    const trocou = bare(before?.solicitacao) !== value.solicitacao;
    if (trocou && (solicitacao.situacao === 'E' || solicitacao.situacao === 'C'))
      throw refuse.invalid([{ field: 'solicitacao', message: 'Esta solicitação já terminou.' }]);
    if (trocou) await recusaAnunciosDemais(tx, value.solicitacao);
    const antes = restored ? modelosDe(restored.solicitacaoAvaliacoes) : trocou ? [] : modelosDe(before?.solicitacaoAvaliacoes);
    await recusaAvaliacoesDemais(tx, value.solicitacao, modelosDe(value.solicitacaoAvaliacoes), antes, before?.id);
    const publica = value.exibirModuloExterno && (trocou || before?.exibirModuloExterno !== true);
    const porque = !publica
      ? undefined
      : solicitacao.status !== 'A'
        ? 'A solicitação ainda não foi aprovada: desligue para guardar o anúncio, e publique-o depois.'
        : solicitacao.tipo === 'I'
          ? 'A vaga é interna: o portal não a mostra.'
          : undefined;
    if (porque) throw refuse.invalid([{ field: 'exibirModuloExterno', message: porque }]);
    if (trocou && before) {
      const usado = await tx.one(sql`select id from candidaturas where solicitacao_id = ${bare(before.solicitacao)} limit 1`);
      if (usado) throw refuse.invalid([{ field: 'solicitacao', message: 'Já há candidatos nesta vaga: faça outro anúncio.' }]);
    }
  },
  doubts(_tx, { value, before }) {
    // What stood there was asked about before.
    const jaDitos = before ? dizeresProibidos(before.titulo, before.descricao) : [];
    const ditos = dizeresProibidos(value.titulo, value.descricao).filter((dito) => !jaDitos.includes(dito));
    return Promise.resolve({
      confirm:
        ditos.length > 0
          ? [
              `O anúncio diz ${ditos.map((dito) => `“${dito}”`).join(', ')}. A lei proíbe escolher por sexo, idade, estado civil, filhos, aparência, cor, religião ou dívidas (Lei 9.029/1995; CLT, art. 373-A).`,
            ]
          : [],
      tell: [],
    });
  },
});

const previa = z.object({ aberto: z.boolean(), anuncio: vagaNoFio });

export function anunciosRoutes(app: FastifyInstance, { db, store, address }: Services): void {
  const lista = store(PATH);

  app.get(
    `/api/${PATH}/:id/previa`,
    withAnswer({ config: { authority: anuncios.authority }, schema: { tags, summary: 'Como o candidato vê' } }, previa),
    async (request) => {
      queryOf(request, {});
      const { id } = await lista.read(db, request.acting, recordIdOf(request));
      const previsto = await anuncioPrevisto(db, id);
      if (!previsto) throw refuse.notFound();
      const { aberto, anuncio } = previsto;
      // What nobody can read yet is no way around the right to see pay.
      const remuneracao = aberto || request.acting.can(VER_SALARIO) ? anuncio.remuneracao : null;
      if (!aberto && remuneracao !== null)
        await tellHourly(db, request.acting, { table: anuncios.table, id, columns: ['Remuneração'] });
      return { aberto, anuncio: { ...anuncio, remuneracao } };
    },
  );

  // CALL-063
  app.post(
    `/api/${PATH}/:id/email`,
    {
      config: { authority: `${anuncios.authority}_EDITAR` },
      schema: {
        tags,
        summary: 'Enviar por e-mail',
        body: sentSchema(envioDoAnuncio),
        response: { 204: nothing('na caixa de saída') },
      },
    },
    async (request, reply) => {
      queryOf(request, {});
      const { acting } = request;
      const { assunto, emails } = demandForm(envioDoAnuncio, request.body, acting);
      await countAttempt(db, [{ key: `anuncio:${acting.empresaId}:${acting.usuarioId}`, limit: ENVIOS }]);
      await db.tx(async (tx) => {
        const { id, titulo, descricao, noPortal } = await lista.read(tx, acting, recordIdOf(request));
        if (noPortal !== 'A')
          throw new Refusal('ANUNCIO_FORA_DO_AR', 'O anúncio não está no ar: quem recebesse o link não veria a vaga.', 409);
        const link = address(enderecoDoAnuncio(acting.empresaId, id, 'email'));
        const values = {
          assunto,
          titulo: String(titulo),
          texto: abreviado(textOfHtml(String(descricao))),
          empresa: acting.empresaNome,
          link,
        };
        await queueMails(
          tx,
          anuncioPorEmail,
          acting.empresaId,
          [...new Set(emails)].map((para) => ({ para, values })),
        );
        await acting.audit(tx, {
          table: anuncios.table,
          id,
          action: 'A',
          changes: { enviadoPara: [null, emails.length] },
        });
      });
      return reply.status(204).send();
    },
  );
}
