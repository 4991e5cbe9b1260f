import CoreDataModel
import Foundation
import Testing

/// Without imports of single classes: what compiles beside Foundation. The test is that this file compiles without a warning.
@Suite struct FoundationBesideTests {
    @Test func callsNeedNoMore() {
        let expression = NSExpression(forKeyPath: "name")
        #expect(expression.keyPath == "name")
        #expect(NSExpression(format: "a + %d", 1).formatText == "a + 1")
        #expect(NSExpression.expressionForEvaluatedObject().formatText == "SELF")
        let predicate = NSComparisonPredicate(
            leftExpression: expression, rightExpression: NSExpression(forConstantValue: 1), modifier: .direct,
            type: .equalTo)
        #expect(predicate.formatText == "name == 1")
        #expect(NSSortDescriptor(key: "name", ascending: true).key == "name")
        #expect(NSPredicate(format: "a == %@", 1).withSubstitutionVariables([:]).formatText == "a == 1")
    }
}
