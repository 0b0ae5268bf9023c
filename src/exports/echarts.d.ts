/** ECharts in one file, which loads ten times as fast as its modules; the package types only these. */
declare module 'echarts/dist/echarts.common.min.js' {
  import * as echarts from 'echarts'
  export = echarts
}
