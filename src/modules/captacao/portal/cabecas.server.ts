import sql from 'sql-template-tag';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { cleanHtml } from '#kit/fields/rich-text.server.ts';
import type { HeadedPage, Services } from '#kit/module/module.server.ts';
import { anuncioAberto, anunciosAbertos } from '../anuncios/publico.server.ts';
import { aparenciaDe } from './empresa.server.ts';
import type { Vaga } from './vaga.ts';

interface Empresa {
  id: number;
  nome: string;
  cidade: string | null;
  uf: string | null;
  temLogo: boolean;
}

const escapado = (texto: string) => texto.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const semMarcas = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

const empresaDe = (db: Queryable, { empresaId }: Readonly<Record<string, unknown>>) =>
  typeof empresaId === 'string' && /^[1-9]\d{0,14}$/.test(empresaId)
    ? db.one<Empresa>(
        sql`select id, nome, cidade, uf, logo_empresa_id is not null as "temLogo" from empresas where id = ${empresaId} and ativo`,
      )
    : undefined;

const TIPOS: Readonly<Record<string, string>> = { Estágio: 'INTERN', Temporário: 'TEMPORARY', Emprego: 'FULL_TIME' };

/** https://schema.org/JobPosting, as search engines read it. */
function vagaEmDados(anuncio: Vaga, empresa: Empresa, endereco: string, logo: string | undefined) {
  const { cidade, uf } = anuncio.cidade ? anuncio : empresa;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: anuncio.titulo,
    description: anuncio.descricao,
    identifier: { '@type': 'PropertyValue', name: empresa.nome, value: String(anuncio.id) },
    datePosted: anuncio.publicadoEm,
    ...(anuncio.inscricoesAte ? { validThrough: `${anuncio.inscricoesAte}T23:59:59-03:00` } : {}),
    employmentType: TIPOS[anuncio.vinculo] ?? 'OTHER',
    hiringOrganization: { '@type': 'Organization', name: empresa.nome, ...(logo ? { logo } : {}) },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressCountry: 'BR',
        ...(cidade ? { addressLocality: cidade } : {}),
        ...(uf ? { addressRegion: uf } : {}),
      },
    },
    ...(anuncio.remuneracao === null
      ? {}
      : {
          baseSalary: {
            '@type': 'MonetaryAmount',
            currency: 'BRL',
            value: { '@type': 'QuantitativeValue', value: anuncio.remuneracao, unitText: 'MONTH' },
          },
        }),
    totalJobOpenings: anuncio.vagas,
    directApply: true,
    url: endereco,
  };
}

const logoDe = ({ id, temLogo }: Empresa, { address }: Services) =>
  temLogo ? address(`/api/publico/empresa/logo?empresaId=${id}`) : undefined;

export const paginasDoPortal: readonly HeadedPage[] = [
  {
    path: /^externo\/anuncios$/,
    async head(_path, query, services) {
      const empresa = await empresaDe(services.db, query);
      if (!empresa) return undefined;
      const anuncios = await anunciosAbertos(services.db, empresa.id);
      const image = logoDe(empresa, services);
      const itens = anuncios
        .map(({ id, titulo }) => `<li><a href="/externo/anuncios/${id}?empresaId=${empresa.id}">${escapado(titulo)}</a></li>`)
        .join('');
      return {
        title: `Vagas abertas · ${empresa.nome}`,
        description: `Veja as vagas abertas na empresa ${empresa.nome} e candidate-se pelo celular.`,
        address: services.address(`/externo/anuncios?empresaId=${empresa.id}`),
        ...(image ? { image } : {}),
        body: `<main><h1>Vagas abertas</h1><ul>${itens}</ul></main>`,
      };
    },
  },
  {
    path: /^externo\/anuncios\/(\d{1,15})$/,
    async head([, id], query, services) {
      const empresa = await empresaDe(services.db, query);
      const anuncio = empresa && (await anuncioAberto(services.db, empresa.id, Number(id)));
      if (!anuncio) return undefined;
      const endereco = services.address(`/externo/anuncios/${anuncio.id}?empresaId=${empresa.id}`);
      const image = logoDe(empresa, services);
      const ate = anuncio.inscricoesAte ? ` Inscrições até ${formatDate(anuncio.inscricoesAte)}.` : '';
      return {
        title: `${anuncio.titulo} · ${empresa.nome}`,
        description: `${semMarcas(anuncio.descricao).slice(0, 200)}${ate}`,
        address: endereco,
        ...(image ? { image } : {}),
        data: vagaEmDados(anuncio, empresa, endereco, image),
        body: `<main><h1>${escapado(anuncio.titulo)}</h1>${cleanHtml(anuncio.descricao)}</main>`,
      };
    },
  },
  {
    // What a visitor comes in by. The portal's own program draws these two; a registration is at a company.
    path: /^externo\/(login|candidatos\/new)$/,
    async head([, pagina], query, services) {
      const empresa = await empresaDe(services.db, query);
      if (!empresa && (pagina !== 'login' || query.empresaId !== undefined)) return undefined;
      const image = empresa && logoDe(empresa, services);
      const onde = empresa?.nome ?? 'Área do candidato';
      return {
        ...(pagina === 'login'
          ? { title: `Entrar · ${onde}`, description: 'Entre para se candidatar e acompanhar as suas candidaturas.' }
          : { title: `Cadastro · ${onde}`, description: `Cadastre-se para as vagas da empresa ${onde}, pelo celular.` }),
        address: services.address(`/externo/${pagina}${empresa ? `?empresaId=${empresa.id}` : ''}`),
        ...(image ? { image } : {}),
        body: { start: { empresa: empresa ? await aparenciaDe(services.db, empresa.id) : null } },
      };
    },
  },
];
