import { cno as CNO } from '#kit/br/cno.ts';
import { addDays } from '#kit/br/date.ts';
import { type Field, type Fields, fieldOf } from '#kit/fields/field.ts';
import { kinds } from '#kit/fields/kinds.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { lookup, messages } from './declared.server.ts';
import { multipart } from './server-process.server.ts';
import { type Client, done } from './test-app.server.ts';

type Values = Record<string, unknown>;
type Page = { content: { id: number }[] };

/** For tests: records that satisfy every rule of their registry, made from the declarations, and what they must name. */
export interface Samples {
  /** a record that can be saved: the next one, for none is like another */
  sample(registry: AnyRegistry): Promise<Values>;
  /** the values of these fields, valid one by one */
  values(fields: Fields): Promise<Values>;
  /** the id of a record of the registry `module/slug`: one that was made here, or any, or a new one */
  existing(target: string): Promise<number>;
  /** forgets which records are there: somebody else may have removed them */
  forget(): void;
}

/** Records that nobody writes: the database keeps them beside those of another registry. */
const KEPT_BESIDE: Record<string, string> = { 'cargo-salario/competencias': 'cargo-salario/conhecimentos' };

export function createSamples(admin: Client): Samples {
  let counter = 1;
  const made = new Map<string, Promise<number>>();
  const inside = new Map<string, Promise<number | undefined>>();
  /** ids of records that were made here: what the samples say of days fits them */
  const own = new Map<string, number>();

  function existing(target: string): Promise<number> {
    let id = made.get(target);
    if (!id) made.set(target, (id = makeOne(target)));
    return id;
  }

  async function makeOne(target: string): Promise<number> {
    const mine = own.get(target);
    if (mine !== undefined && (await admin('GET', `/api/${target}/${mine}`)).status === 200) return mine;
    const there = (await admin('GET', `/api/${target}?page=0&size=1`)).body as Partial<Page>;
    if (there.content?.[0]) return there.content[0].id;
    const source = KEPT_BESIDE[target];
    if (source) {
      await makeOne(source);
      return makeOne(target);
    }
    const { id } = await done(admin, 'POST', `/api/${target}`, await sample(lookup(target)));
    own.set(target, id);
    return id;
  }

  async function valueOf(field: Field, n: number): Promise<unknown> {
    if (field.kind === 'file' || field.kind === 'image') return null;
    if (field.kind === 'files') return [];
    if (field.kind === 'ref') return field.required ? existing(field.target ?? '') : null;
    if (field.kind === 'refs') return (field.min ?? 0) > 0 ? [await existing(field.target ?? '')] : [];
    if (field.kind === 'rows') return (field.min ?? 0) > 0 ? [await filled(field.fields ?? {}, n)] : [];
    if (field.kind === 'choices' && !field.options) return ['ROLE_CAD_ESTADO'];
    return kinds[field.kind].sample(field, n);
  }

  async function filled(fields: Fields, n: number): Promise<Values> {
    const record: Values = {};
    for (const [name, field] of Object.entries(fields))
      if (!field.readOnly) record[name] = field.initial ?? (await valueOf(field, n));
    return record;
  }

  /** A file that nobody has named yet: one record each. */
  async function sentFile(): Promise<number> {
    const { body, headers } = multipart('anexo.txt', Buffer.from(`anexo ${counter}`));
    const answer = await admin('POST', '/api/arquivos', body, headers);
    if (answer.status !== 201) throw new Error(`arquivos: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (answer.body as { id: number }).id;
  }

  /** A record within the one that the field beside it names. */
  function firstWithin({ target, within = '' }: Field, record: Values): Promise<number | undefined> {
    const url = `/api/${target}?page=0&size=1&${within}=${String(record[within])}`;
    let found = inside.get(url);
    if (!found) inside.set(url, (found = admin('GET', url).then(({ body }) => (body as Page).content[0]?.id)));
    return found;
  }

  async function sample(registry: AnyRegistry): Promise<Values> {
    const record = await filled(registry.fields, counter++);
    for (const name of Object.keys(registry.requiredWhen ?? {})) {
      const field = fieldOf(registry, name);
      if (field.kind === 'ref') record[name] ??= await (field.within ? firstWithin(field, record) : existing(field.target ?? ''));
      if (field.kind === 'file') record[name] ??= await sentFile();
    }
    return { ...record, ...BEYOND[registry.id]?.(record, counter) };
  }

  return {
    sample,
    values: (fields) => filled(fields, counter++),
    existing,
    forget() {
      made.clear();
      inside.clear();
    },
  };
}

/** Rules across fields that samples of single fields cannot know. */
const BEYOND: Record<string, (record: Values, counter: number) => Values> = {
  estabelecimentos: (_, counter) => ({ complementoCnpjCaepf: String(1_000 + counter) }),
  obra: (_, counter) => ({ numeroInscricao: CNO.sample(counter) }),
  geracoes: () => ({ anoInicial: 1990, anoFinal: 2000 }),
  geracao: () => ({ anoInicial: 1990, anoFinal: 2000 }),
  'colaboradores-ocorrencias': () => ({ dataIni: '2024-03-01', dataFim: '2024-03-02' }),
  'colaboradores-periodos-experienciais-avaliacoes': () => ({ data: '2024-03-01' }),
  // Leaves of one talent never meet.
  'colaborador-afastamentos': (_, counter) => ({
    inicio: addDays('2021-01-01', counter),
    fim: addDays('2021-01-01', counter),
    cid: 'M545',
  }),
  desligamentos: () => ({ data: '2025-06-30', dataAviso: '2025-06-01' }),
  'modelos-mensagens': (_, counter) => {
    const type = [...messages.values()][counter % messages.size];
    return { tipo: type?.id, assunto: `Aviso ${counter}`, corpo: `<p>${type?.text}</p>` };
  },
  'modelos-entrevista-desligamento': (record) => ({
    perguntas: (record.perguntas as object[]).map((row) => ({ ...row, opcoes: 'Sim\nNão', comentario: 'Por quê?' })),
  }),
  talentos: (record, counter) => ({
    dataDesligamento: null,
    dataNascimento: '1990-01-01',
    dataAdmissao: '2020-01-10',
    ddd: '85',
    foneFixo: '32221100',
    dddCelular: '85',
    foneCelular: '988887777',
    cns: '',
    titEleitNumero: '',
    codigoAC: `P${counter}`,
    deficiencia: 'N',
    historicos: (record.historicos as object[]).map((row) => ({
      ...row,
      data: '2020-01-10',
      motivo: 'C',
      tipoSalario: '3',
      salario: 1500,
      indice: null,
      quantidadeIndice: null,
    })),
  }),
  vacinas: (record) => ({ quantidadeDoses: 1, doses: [{ ...(record.doses as object[])[0], numeroDose: 1 }] }),
  'faixas-salariais': (record) => ({
    historicos: (record.historicos as object[]).map((row) => ({
      ...row,
      tipo: '3',
      valor: 1500,
      indiceId: null,
      quantidade: null,
    })),
  }),
  'reajustes-colaboradores': () => ({ tipoSalarioProposto: '3', salarioProposto: 2_000 }),
  'tabelas-reajustes-colaboradores': () => ({ tipoReajuste: 'P' }),
  // After the admission of the talent that the loop makes.
  'configuracoes-niveis-competencia-colaborador': (_, counter) => ({
    data: `20${21 + (counter % 4)}-0${1 + (counter % 9)}-1${counter % 10}`,
  }),
  // The real states hold 27 of the 90 codes.
  estados: (_, counter) => ({ codigoIbge: 54 + (counter % 45) }),
  cidades: (_, counter) => ({ codigoIbge: String(9_000_000 + counter) }),
};
