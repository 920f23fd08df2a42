import type { Acting, UserActing } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import type { Feito } from '#modules/cargo-salario/reajustes/painel.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { type Client, done, type Row, type TestApp } from './test-app.server.ts';

const RAIZ = '/api/cargo-salario';
const TABELAS = `${RAIZ}/tabelas-reajustes-colaboradores`;

/** Plans for tests, about everybody in the first company. */
export interface Planos {
  areas: number[];
  /** a plan of today without lines */
  nova(more?: object): Promise<Row>;
  /** the form of a collective adjustment: everybody, 4.77% */
  formulario(tabela: Row, more?: object): object;
  /** a collective adjustment of a kind of line */
  coletivo(registro: string, tabela: Row, more?: object): Promise<Feito>;
  /** a plan with lines of every kind; `doColaborador` applies only to lines by employee */
  completa(more?: object, doColaborador?: object): Promise<Row>;
  linhas(tabela: Row): Promise<Row[]>;
}

export async function planosDe(app: TestApp, client: Client): Promise<Planos> {
  const areas = await app.ids('areas_organizacionais');
  const lugares = await app.ids('estabelecimentos');
  let contador = 0;
  const nova: Planos['nova'] = (more = {}) =>
    done(client, 'POST', TABELAS, { nome: `Planejamento ${++contador}`, data: today(), tipoReajuste: 'P', ...more });
  const formulario: Planos['formulario'] = ({ id }, more = {}) => ({
    tabelaReajuste: { id },
    estabelecimentosIds: lugares,
    areasIds: areas,
    reajustePor: '1',
    valorDissidio: 4.77,
    tambemPorFaixaEIndice: true,
    ...more,
  });
  const coletivo: Planos['coletivo'] = (registro, tabela, more) =>
    done(client, 'POST', `${RAIZ}/${registro}/aplicar-dissidio`, formulario(tabela, more));
  return {
    areas,
    nova,
    formulario,
    coletivo,
    async completa(more, doColaborador) {
      const tabela = await nova(more);
      await coletivo('reajustes-indices', tabela);
      await coletivo('reajustes-faixas-salariais', tabela);
      await coletivo('reajustes-colaboradores', tabela, doColaborador);
      return tabela;
    },
    linhas: ({ id }) => done(client, 'GET', `${TABELAS}/${id}/colaboradores`),
  };
}

/** An actor with all rights in the first company, for calls to the server without a request. */
export function provador({ empresas: [empresaId = 0] }: TestApp, more: Partial<UserActing> = {}): Acting {
  const author = { usuarioId: 1, usuarioNome: 'Prova', empresaId, requestId: 'prova' };
  return {
    kind: 'usuario',
    ...author,
    empresaNome: '',
    today: today(),
    settings: {},
    can: () => true,
    everywhere: () => true,
    audit: auditor(author),
    ...more,
  };
}
