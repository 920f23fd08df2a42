import type { Tx } from '#kit/db/database.server.ts';
import { SELECAO_DO_GESTOR } from '#modules/captacao/candidaturas/telas.ts';
import { hashPassword } from '#platform/session/password.server.ts';
import { authorities } from './declared.server.ts';

export const DEMO_PASSWORD = 'Vinculo#2026';

/** The candidate of the demonstration's external area, in the first company. */
export const DEMO_CANDIDATE = { cpf: '111.444.777-35', nome: 'Tainá Ribeiro Sampaio', senha: 'Candidato#2026' };

/** Logins of the demonstration; they exist only in the embedded database, which listens on this machine alone. */
export const DEMO_LOGINS = [
  { cpf: '529.982.247-25', nome: 'Mariana Borges', papel: 'Administradora (todas as empresas)', perfil: 'Administrador' },
  { cpf: '153.509.460-56', nome: 'Rafael Antunes', papel: 'Recrutador', perfil: 'Recrutador' },
  { cpf: '544.223.664-08', nome: 'Cláudia Menezes', papel: 'Gestora', perfil: 'Gestor' },
  { cpf: '746.824.890-70', nome: 'Tiago Ramalho', papel: 'Técnico de segurança', perfil: 'SST' },
] as const;

// Whoever enters for the first time lands in the first company by name: the one that shows everything.
const DEMO_COMPANIES = [
  { nome: 'Indústria Aurora', razaoSocial: 'Indústria Aurora S.A.', cnpj: '11222333000181' },
  { nome: 'Logística Aurora', razaoSocial: 'Logística Aurora Ltda.', cnpj: '11222333000262' },
  { nome: 'Serviços Aurora', razaoSocial: 'Serviços Aurora Administrativos Ltda.', cnpj: '12ABC34501DE35' },
] as const;

const pick = (test: (authority: string, group: string) => boolean) =>
  [...authorities].flatMap(([name, { group }]) => (test(name, group) ? [name] : []));

/** The authorities of each profile of the demonstration. */
const PROFILES: Readonly<Record<string, () => string[]>> = {
  Administrador: () => pick(() => true),
  Recrutador: () =>
    pick(
      (name, group) =>
        group === 'Captação' ||
        /^ROLE_ANALYTICS_(VAGAS|IGUALDADE)$/.test(name) ||
        /^ROLE_(CAD|REL)_(CARGO|CARGOS)/.test(name) ||
        /^ROLE_CAD_(AREA_ORGANIZACIONAL|AREAS_ORGANIZACIONAIS|CIDADE|ESTADO|BAIRRO|FAIXA_SALARIAL)$/.test(name),
    ),
  Gestor: () =>
    pick(
      (name) =>
        /^ROLE_CAD_(TALENTO|AREA_ORGANIZACIONAL|AREAS_ORGANIZACIONAIS|CARGO)S?$/.test(name) ||
        /^ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO(_EDITAR)?$/.test(name) ||
        /^ROLE_(CAD|REL)_NINEBOX$/.test(name) ||
        /^ROLE_(CAD|APROVAR)_SOLICITACAO_PESSOAL(_EDITAR)?$/.test(name) ||
        name === 'ROLE_REL_SOLICITACAO_PESSOAL' ||
        name === 'ROLE_CAD_CANDIDATO' ||
        SELECAO_DO_GESTOR.some((one) => one === name) ||
        name.startsWith('ROLE_REL_TALENTOS') ||
        name.startsWith('ROLE_ANALYTICS_'),
    ),
  SST: () =>
    pick(
      (name) =>
        /^ROLE_CAD_(VACINA|AMBIENTE|FUNCAO|OBRA|AFASTAMENTO|COLABORADOR_AFASTAMENTO)(_|$)/.test(name) ||
        ['ROLE_VER_SAUDE', 'ROLE_VER_TODAS_AREAS', 'ROLE_REL_ORDEM_SERVICO'].includes(name) ||
        /^ROLE_CAD_(TALENTO|AREA_ORGANIZACIONAL|AREAS_ORGANIZACIONAIS)S?$/.test(name),
    ),
};

/** The companies of the group, the profiles and the people who log in. Answers the companies' ids. */
export async function seedDemoUsers(tx: Tx): Promise<number[]> {
  const companies: number[] = [];
  for (const { nome, razaoSocial, cnpj } of DEMO_COMPANIES) {
    const row = await tx.one<{ id: number }>({
      text: `insert into empresas (nome, razao_social, cnpj, ativo, exibir_salario, cidade, uf, max_candidata_cargo, tempo_exclusao_candidato) values ($1, $2, $3, true, true, 'Fortaleza', 'CE', 0, 0) returning id`,
      values: [nome, razaoSocial, cnpj],
    });
    companies.push(row?.id as number);
  }
  const hash = await hashPassword(DEMO_PASSWORD);
  for (const { cpf, nome, perfil } of DEMO_LOGINS) {
    const profile = await tx.one<{ id: number }>({
      text: 'insert into perfis (nome, ativo, autoridades) values ($1, true, $2) returning id',
      values: [perfil, PROFILES[perfil]?.() ?? []],
    });
    const user = await tx.one<{ id: number }>({
      text: 'insert into usuarios (nome, cpf, email, ativo) values ($1, $2, $3, true) returning id',
      values: [nome, cpf.replace(/\D/g, ''), `${perfil.toLowerCase()}@aurora.exemplo.com.br`],
    });
    await tx.query({
      text: 'insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values ($1, 1, $2, $3)',
      values: [user?.id, companies[0], profile?.id],
    });
    await tx.query({ text: 'insert into credenciais (usuario_id, hash) values ($1, $2)', values: [user?.id, hash] });
  }
  const candidate = DEMO_CANDIDATE.cpf.replace(/\D/g, '');
  await tx.query({
    text: 'insert into contas_externas (empresa_id, cpf, nome, email, hash) values ($1, $2, $3, $4, $5)',
    values: [companies[0], candidate, DEMO_CANDIDATE.nome, 'candidato@exemplo.com.br', await hashPassword(DEMO_CANDIDATE.senha)],
  });
  return companies;
}
