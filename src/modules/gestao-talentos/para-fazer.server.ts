import sql from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import type { Days } from '#kit/module/days.server.ts';
import { NOTHING, type Todo, waitingIn, waitingOf } from '#kit/module/todo.server.ts';
import { cotaAprendizes, cotaPcd } from './cotas/cotas.rules.ts';
import { COTAS, quadroDeCotas } from './cotas/cotas.server.ts';
import { A_AVALIAR } from './experiencia/acompanhamento.registry.ts';
import { avaliacoesExperiencia } from './experiencia/avaliacoes-experiencia.registry.ts';
import { contratosDecididos } from './experiencia/contratos.server.ts';
import { deTalentosVisiveis, talentosVisiveis } from './talentos/visiveis.server.ts';
import { ciclosTransparencia } from './transparencia/ciclos-transparencia-salarial.registry.ts';
import { type Ciclo, cicloDe, EMPREGADOS_QUE_OBRIGAM, etapasDe } from './transparencia/transparencia.rules.ts';
import { empregadosEm } from './transparencia/transparencia.server.ts';

const TODAS_AREAS = 'ROLE_VER_TODAS_AREAS';
/** So many days before its end a trial period is to be decided. */
const ANTES_DO_TERMINO = 15;

const AVALIACOES = `/gestao-talentos/${avaliacoesExperiencia.id}`;

const experiencia: Todo = {
  id: 'experiencia',
  title: 'Períodos de experiência que terminam',
  deed: 'Avaliar',
  authority: [avaliacoesExperiencia.authority, `${avaliacoesExperiencia.authority}_EDITAR`],
  link: AVALIACOES,
  find: (db, acting) =>
    waitingIn(
      db,
      sql`select t.nome, p.nome as nota, t.termino as prazo,
            ${`${AVALIACOES}/new?colaborador=`} || t.colaborador_id || '&periodo=' || t.periodo_id as link
          from periodos_dos_talentos t join periodos_experiencia p on p.id = t.periodo_id
          where t.empresa_id = ${acting.empresaId} and t.situacao = any(${[...A_AVALIAR]}) and t.termino <= ${addDays(acting.today, ANTES_DO_TERMINO)}::date
            and ${deTalentosVisiveis(acting) ?? sql`true`}`,
    ),
};

/** Contracts of trials end by themselves: somebody who stays is to be kept before, and somebody who goes is to be dismissed. */
const contratos: Todo = {
  id: 'contratos-experiencia',
  title: 'Contratos de experiência que terminam',
  deed: 'Resolver',
  authority: [avaliacoesExperiencia.authority, `${avaliacoesExperiencia.authority}_EDITAR`],
  link: `${AVALIACOES}?situacao=A`,
  find: (db, acting) =>
    waitingIn(
      db,
      sql`select t.nome, case v.parecer when 'DESLIGAR' then 'Desligar' else 'Prorrogado' end as nota, v.contrato_ate as prazo,
            case when v.parecer = 'DESLIGAR' and ${acting.can('ROLE_CAD_DESLIGAMENTO_EDITAR')} then '/gestao-talentos/desligamentos/new?colaborador=' || t.id
              else ${`${AVALIACOES}/`} || v.id end as link
          from (${contratosDecididos(sql`v.empresa_id = ${acting.empresaId} and v.data > ${addDays(acting.today, -365)}::date`)}) v
          join talentos t on t.id = v.colaborador_id and t.situacao = 'A' and t.data_desligamento is null
          where v.contrato_ate between ${addDays(acting.today, -30)}::date and ${addDays(acting.today, ANTES_DO_TERMINO)}::date
            and ${talentosVisiveis(acting)}
            and not exists (select from periodos_dos_talentos l where l.colaborador_id = t.id and l.avaliacao_id is null and l.termino >= ${acting.today}::date
              and v.parecer = 'PRORROGAR')`,
    ),
};

/** The last days of trial periods, for calendars. */
export const terminosDeExperiencia: Days = {
  id: 'experiencia',
  title: 'Fim do período de experiência',
  authority: [avaliacoesExperiencia.authority],
  find: (db, acting, first, last, most) =>
    db.query(sql`
      select t.colaborador_id || '-' || t.periodo_id as id, t.nome, t.termino::text as dia, ${`/gestao-talentos/talentos/`} || t.colaborador_id as link
      from periodos_dos_talentos t where t.empresa_id = ${acting.empresaId} and t.termino between ${first}::date and ${last}::date
        and t.situacao = any(${[...A_AVALIAR]}) and ${deTalentosVisiveis(acting) ?? sql`true`} order by abs(t.termino - ${acting.today}::date), t.termino, t.nome limit ${most}`),
};

const pessoas = (n: number, one: string, several: string) => `${n === 1 ? 'Falta' : 'Faltam'} ${counted(n, one, several)}`;

const cotas: Todo = {
  id: 'cotas',
  title: 'Cotas legais por cumprir',
  deed: 'Ver a cota',
  authority: [COTAS, TODAS_AREAS],
  link: '/gestao-talentos/cotas',
  async find(db, acting) {
    const quadro = await quadroDeCotas(db, acting);
    const linha = (nome: string, nota: string) => ({ nome, nota, prazo: null, link: '/gestao-talentos/cotas' });
    const aprendizes = quadro.estabelecimentos.flatMap(({ nome, base, presentes }) => {
      const { faltam } = cotaAprendizes(base, presentes);
      return faltam > 0 ? [linha(nome, pessoas(faltam, 'aprendiz', 'aprendizes'))] : [];
    });
    if (quadro.pcd.presentes === null) return waitingOf(aprendizes);
    await tellHourly(db, acting, {
      table: 'talentos',
      columns: ['Quantos contam para a cota de pessoas com deficiência'],
    });
    const { faltam } = cotaPcd(quadro.pcd.base, quadro.pcd.presentes);
    const pcd = faltam > 0 ? [linha('Pessoas com deficiência', pessoas(faltam, 'pessoa', 'pessoas'))] : [];
    return waitingOf([...pcd, ...aprendizes]);
  },
};

const TRANSPARENCIA = '/gestao-talentos/transparencia-salarial';

const transparencia: Todo = {
  id: 'transparencia',
  title: 'Transparência salarial',
  deed: 'Ver a etapa',
  authority: ['ROLE_TRANSPARENCIA_SALARIAL', `${ciclosTransparencia.authority}_EDITAR`],
  link: TRANSPARENCIA,
  async find(db, acting) {
    if ((await empregadosEm(db, acting, acting.today, EMPREGADOS_QUE_OBRIGAM)) < EMPREGADOS_QUE_OBRIGAM) return NOTHING;
    const { ano, semestre } = cicloDe(acting.today);
    const ciclo = await db.one<Ciclo>(sql`
      select dados_conferidos_em as "dadosConferidosEm", declaracao_enviada_em as "declaracaoEnviadaEm",
        relatorio_baixado_em as "relatorioBaixadoEm", publicado_em as "publicadoEm", endereco_informado_em as "enderecoInformadoEm",
        prazo_publicacao as "prazoPublicacao"
      from ciclos_transparencia where empresa_id = ${acting.empresaId} and ano = ${ano} and semestre = ${semestre}`);
    const devidas = etapasDe(ano, semestre, ciclo ?? null, acting.today).filter(
      ({ estado }) => estado === 'atrasada' || estado === 'proxima',
    );
    return waitingOf(
      devidas.map(({ titulo, prazo }) => ({ nome: titulo, nota: `${semestre}º semestre de ${ano}`, prazo, link: TRANSPARENCIA })),
    );
  },
};

const USUARIOS = '/utilitario/usuarios';

/** A dismissal does not end a login: somebody who looks after users decides it, within the year. */
const acessos: Todo = {
  id: 'acessos',
  title: 'Usuários que não trabalham mais aqui',
  deed: 'Ver o usuário',
  authority: ['ROLE_CAD_USUARIO_EDITAR'],
  link: USUARIOS,
  find: (db, acting) =>
    waitingIn(
      db,
      sql`select u.nome, 'Desligado' as nota, max(t.data_desligamento) as prazo, ${`${USUARIOS}/`} || u.id as link
          from usuarios u join talentos t on t.cpf = u.cpf
          where u.ativo and ${talentosVisiveis(acting)} and t.situacao = 'D' and t.data_desligamento > ${addDays(acting.today, -365)}::date
            and exists (select from usuarios_acessos a where a.registro_id = u.id and a.empresa_id = ${acting.empresaId})
            and not exists (select from talentos o where o.cpf = u.cpf and o.situacao not in ('C', 'D'))
          group by u.id`,
    ),
};

/** What waits for people who look after talents, and for those who look after users. */
export const paraFazer: readonly Todo[] = [experiencia, contratos, cotas, transparencia, acessos];
