import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;
import weka.filters.supervised.attribute.Discretize;

/** Weka: Fayyad and Irani's cuts. `java -cp WEKA Weka.java FOLDER`; prints a line of JSON. */
public class Weka {
  /** Finds cuts, and does not apply them. */
  static class Cuts extends Discretize {
    void find(Instances rows) throws Exception {
      setInputFormat(rows);
      for (var row : rows) bufferInput(row);
      calculateCutPoints();
    }
  }

  public static void main(String[] args) throws Exception {
    var codes = Files.readAllBytes(new File(args[0], "classes.bin").toPath());
    var bytes = Files.readAllBytes(new File(args[0], "values.bin").toPath());
    var values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
    int columns = values.limit() / codes.length;
    var rows = table(values, codes, columns);
    var clock = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = clock.getProcessCpuTime(), wall = System.nanoTime();
    var filter = new Cuts();
    filter.find(rows);
    double spent = (clock.getProcessCpuTime() - cpu) / 1e9, passed = (System.nanoTime() - wall) / 1e9;
    var cuts = new ArrayList<String>();
    for (int c = 0; c < columns; c++) cuts.add(list(filter.getCutPoints(c)));
    System.out.printf("{\"cpu\":%s,\"wall\":%s,\"peak\":%s,\"cuts\":%s}%n", spent, passed, peak(), cuts);
  }

  static Instances table(java.nio.DoubleBuffer values, byte[] codes, int columns) {
    var attributes = new ArrayList<Attribute>();
    for (int c = 0; c < columns; c++) attributes.add(new Attribute("x" + c));
    var labels = new ArrayList<String>();
    int classes = 0;
    for (byte code : codes) classes = Math.max(classes, code + 1);
    for (int code = 0; code < classes; code++) labels.add(String.valueOf(code));
    attributes.add(new Attribute("y", labels));
    var rows = new Instances("rows", attributes, codes.length);
    rows.setClassIndex(columns);
    for (int row = 0; row < codes.length; row++) {
      var own = new double[columns + 1];
      for (int c = 0; c < columns; c++) own[c] = values.get(c * codes.length + row);
      own[columns] = codes[row];
      rows.add(new DenseInstance(1, own));
    }
    return rows;
  }

  static String list(double[] cuts) {
    var found = new ArrayList<Double>();
    if (cuts != null) for (double cut : cuts) found.add(cut);
    return found.toString();
  }

  /** Most memory of this process in MB, where the system tells it. */
  static double peak() throws Exception {
    var status = new File("/proc/self/status");
    List<String> lines = status.exists() ? Files.readAllLines(status.toPath()) : List.of();
    for (var line : lines) if (line.startsWith("VmHWM")) return Double.parseDouble(line.split("\\s+")[1]) / 1024;
    return 0;
  }
}
