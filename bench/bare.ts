import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The least that could answer the same questions: node:http, the same driver, named statements written by hand. No session, no rights, no company check,
 * no audit trail, no headers. What our server costs beyond this is the price of what it does.
 */
const pool = new pg.Pool({
  ...JSON.parse(process.env.BARE_CONNECTION ?? '{}'),
  max: 12,
  options: '-c TimeZone=UTC -c DateStyle=ISO',
});

const columns = `t.id, t.versao, t.nome, t.matricula, t.cpf, t.data_admissao::text as "dataAdmissao", t.situacao, a.nome as "areaAtual", c.nome as "cargoAtual"`;
const joins = 'left join areas_organizacionais a on a.id = t.area_atual_id left join cargos c on c.id = t.cargo_atual_id';
// The columns of our export, as the database prints them.
const exported = `t.nome, t.nome_social, t.cpf, t.matricula, t.data_nascimento::text, t.sexo, t.vinculo, t.data_admissao::text, t.data_desligamento::text, t.email,
  t.ddd_celular, t.fone_celular, ci.nome, a.nome, c.nome, f.nome_com_cargo, e.nome, t.salario_atual, t.situacao`;
const exportedJoins = `${joins} left join cidades ci on ci.id = t.cidade_id left join faixas_salariais f on f.id = t.faixa_atual_id
  left join estabelecimentos e on e.id = t.estabelecimento_atual_id`;
const page = (name: string, where: string, order = 't.nome_ord, t.id') => ({
  rows: {
    name: `${name}-linhas`,
    text: `select ${columns} from (select t.* from talentos t where ${where} order by ${order} limit 15 offset $1) t ${joins} order by ${order}`,
  },
  count: { name: `${name}-total`, text: `select count(*)::int as n from talentos t where ${where} and $1::int is not null` },
});

const lists: Record<string, ReturnType<typeof page>> = {
  '/lista': page('lista', 't.empresa_id = $2'),
  '/busca': page('busca', 't.empresa_id = $2 and t.busca like $3'),
  '/filtros': page(
    'filtros',
    `t.empresa_id = $2 and t.situacao = $3 and t.vinculo = $4 and t.data_admissao >= $5::date`,
    't.data_admissao desc, t.id',
  ),
};

async function answer(path: string, values: string[]): Promise<string> {
  const list = lists[path];
  if (list) {
    const [rows, count] = await Promise.all([pool.query({ ...list.rows, values }), pool.query({ ...list.count, values })]);
    return JSON.stringify({ content: rows.rows, totalElements: count.rows[0]?.n });
  }
  if (path === '/um') {
    const { rows } = await pool.query({ name: 'um', text: 'select * from talentos where id = $1 and empresa_id = $2', values });
    return JSON.stringify(rows[0]);
  }
  if (path === '/novo') {
    await pool.query({ name: 'novo', text: 'insert into bairros (nome, cidade_id) values ($1, 1)', values });
    return '{}';
  }
  if (path === '/csv') {
    const { rows } = await pool.query({
      name: 'csv',
      text: `select ${exported} from talentos t ${exportedJoins} where t.empresa_id = $1 order by t.nome_ord, t.id`,
      values,
      rowMode: 'array',
    });
    return rows.map((row: unknown[]) => row.join(';')).join('\r\n');
  }
  return '{}';
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  answer(url.pathname, url.searchParams.getAll('v')).then(
    (text) => response.setHeader('content-type', 'application/json').end(text),
    (error: Error) => {
      response.statusCode = 500;
      response.end(error.message);
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
process.once('disconnect', () => process.exit(0));
